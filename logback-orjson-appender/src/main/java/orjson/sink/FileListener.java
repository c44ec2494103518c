// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.IOException;

/** Hears of a file that cannot be changed for another; lines go on into the one that is open. */
public interface FileListener {

  /** The file was renamed or deleted, and no other can be opened in its place. */
  void reopenFailed(IOException reason);

  /** The file is full and cannot be put away. */
  void rollFailed(IOException reason);
}
