// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.core.spi.ContextAware;
import java.io.IOException;
import orjson.ring.RingListener;

/** Tells Logback's status list, and standard error where that is not enough, how writing goes. */
final class SinkNews implements RingListener {

  private final ContextAware owner;
  private final String where;

  SinkNews(ContextAware owner, String where) {
    this.owner = owner;
    this.where = where;
  }

  @Override
  public void writeFailed(IOException reason) {
    owner.addError(
        "Cannot write to " + where + "; lines wait and the write is tried again", reason);
  }

  @Override
  public void sinkGone(IOException reason) {
    String message = where + " has no reader any more; from now on lines are dropped";
    StandardError.say(message);
    owner.addError(message, reason);
  }

  @Override
  public void writeResumed(long failures) {
    owner.addInfo("Writing to " + where + " again after " + failures + " failures");
  }
}
