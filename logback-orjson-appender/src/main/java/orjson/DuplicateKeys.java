// SPDX-License-Identifier: Apache-2.0
package orjson;

/** What a lenient {@link JsonWriter} does with a member whose name its object already has. */
public enum DuplicateKeys {

  /** The later member is written as {@code name_1}, {@code name_2} and so on. */
  RENAME,

  /** The later member is left out. */
  DROP,

  /** Both are written, which is legal JSON that many readers refuse or read in their own way. */
  KEEP
}
