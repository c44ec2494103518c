// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a file sink reports. */
final class Trouble implements FileListener {

  final List<String> reports = new ArrayList<>();

  @Override
  public void reopenFailed(IOException reason) {
    reports.add("reopen");
  }

  @Override
  public void rollFailed(IOException reason) {
    reports.add("roll");
  }
}
