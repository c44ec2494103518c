// SPDX-License-Identifier: Apache-2.0
package orjson.ring;

import java.io.IOException;

/** Hears of trouble with the sink, on the writer thread and only when it begins and ends. */
public interface RingListener {

  /** The sink refused bytes; they are kept and tried again. */
  void writeFailed(IOException reason);

  /** The sink will never take bytes again; from now on lines are dropped and counted. */
  void sinkGone(IOException reason);

  /** The sink takes bytes again after {@code failures} refusals in a row. */
  void writeResumed(long failures);
}
