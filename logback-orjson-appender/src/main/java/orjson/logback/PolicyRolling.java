// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.LengthCounter;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import orjson.sink.Rolling;

/** Logback's policies as the sink sees them; sizes are what the sink counted, not what is asked. */
final class PolicyRolling implements Rolling {

  private final RollingFile owner;
  private final RollingPolicy rollingPolicy;
  private final TriggeringPolicy<ILoggingEvent> triggeringPolicy;

  /** Logback's size policy itself looks only once a minute, so its limit is watched here. */
  private final long maxBytes;

  private CountedFile active;
  private boolean hasCounter = true;
  private boolean failed;

  PolicyRolling(
      RollingFile owner,
      RollingPolicy rollingPolicy,
      TriggeringPolicy<ILoggingEvent> triggeringPolicy) {
    this.owner = owner;
    this.rollingPolicy = rollingPolicy;
    this.triggeringPolicy = triggeringPolicy;
    this.maxBytes =
        triggeringPolicy.getClass() == SizeBasedTriggeringPolicy.class
            ? ((SizeBasedTriggeringPolicy<?>) triggeringPolicy).getMaxFileSize().getSize()
            : -1;
    this.active = new CountedFile(rollingPolicy.getActiveFileName());
  }

  @Override
  public Path file() {
    return Path.of(rollingPolicy.getActiveFileName());
  }

  @Override
  public void opened(long size) {
    active = new CountedFile(rollingPolicy.getActiveFileName());
    holds(size);
  }

  /** Tells the policy's own counter, and the file that the policy may ask instead. */
  private void holds(long size) {
    active.bytes = size;
    if (hasCounter) {
      try {
        count(triggeringPolicy, size);
      } catch (LinkageError e) {
        hasCounter = false; // before Logback 1.5.8 there is none
      }
    }
  }

  @Override
  public boolean isDue(long size) {
    if (maxBytes >= 0) {
      return size >= maxBytes;
    }
    try {
      if (size != active.bytes) {
        holds(size);
      }
      return triggeringPolicy.isTriggeringEvent(active, null);
    } catch (RuntimeException e) {
      if (!failed) {
        failed = true;
        owner.addError("triggeringPolicy: it failed and is taken for \"not yet\"", e);
      }
      return false;
    }
  }

  /** In a method of its own, for the JVM to look for the type only when it runs. */
  private static void count(TriggeringPolicy<?> policy, long size) {
    LengthCounter counter = policy.getLengthCounter();
    if (counter != null) {
      counter.reset();
      counter.add(size);
    }
  }

  @Override
  public void roll() throws IOException {
    try {
      rollingPolicy.rollover();
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    owner.stop();
  }

  /** A file whose length is known without a system call. */
  private static final class CountedFile extends File {

    private static final long serialVersionUID = 1L;

    private long bytes;

    CountedFile(String path) {
      super(path);
    }

    @Override
    public long length() {
      return bytes;
    }
  }
}
