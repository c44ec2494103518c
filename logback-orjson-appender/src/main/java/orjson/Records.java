// SPDX-License-Identifier: Apache-2.0
package orjson;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * The components of record classes, their names encoded and their accessors bound once per class.
 */
final class Records {

  private static final Member[] INACCESSIBLE = {};

  private static final ClassValue<Member[]> MEMBERS =
      new ClassValue<>() {
        @Override
        protected Member[] computeValue(Class<?> type) {
          return bind(type);
        }
      };

  private Records() {}

  /** One component. */
  record Member(JsonName name, MethodHandle accessor) {

    /** The component's value; what the accessor throws is thrown on. */
    Object get(Object owner) {
      try {
        return (Object) accessor.invokeExact(owner);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new JsonEncodeException("The accessor of " + name + " failed", e);
      }
    }
  }

  /**
   * The components in their order, without those whose name begins with {@code _}; null if the
   * record is not public, or its package not exported, so that they cannot be read.
   */
  static Member[] members(Class<?> type) {
    Member[] members = MEMBERS.get(type);
    return members == INACCESSIBLE ? null : members;
  }

  private static Member[] bind(Class<?> type) {
    List<Member> members = new ArrayList<>();
    try {
      for (RecordComponent component : type.getRecordComponents()) {
        MethodHandle accessor =
            MethodHandles.publicLookup()
                .unreflect(component.getAccessor())
                .asType(MethodType.methodType(Object.class, Object.class));
        if (!component.getName().startsWith("_")) {
          members.add(new Member(JsonName.of(component.getName()), accessor));
        }
      }
    } catch (IllegalAccessException e) {
      return INACCESSIBLE;
    }
    return members.toArray(Member[]::new);
  }
}
