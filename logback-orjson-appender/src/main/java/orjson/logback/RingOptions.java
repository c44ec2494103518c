// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import orjson.ring.LineRing;
import orjson.ring.RingSettings;
import orjson.ring.WaitStrategyType;

/** An appender's settings for the ring and the writer thread, and their check. */
final class RingOptions {

  private static final int DEFAULT_SIZE = 8192;
  private static final int MAX_SIZE = 1 << 20;

  /** At the index that the ring knows them by. */
  private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");

  private static final String OFF = "OFF";

  private String ringBufferSize;
  private String appendTimeout;
  private String discardThreshold;
  private String syncLevel;
  private String waitStrategyType;
  private String shutdownGracePeriod;

  private long shutdownGraceNanos;

  void setRingBufferSize(String ringBufferSize) {
    this.ringBufferSize = ringBufferSize;
  }

  void setAppendTimeout(String appendTimeout) {
    this.appendTimeout = appendTimeout;
  }

  void setDiscardThreshold(String discardThreshold) {
    this.discardThreshold = discardThreshold;
  }

  void setSyncLevel(String syncLevel) {
    this.syncLevel = syncLevel;
  }

  void setWaitStrategyType(String waitStrategyType) {
    this.waitStrategyType = waitStrategyType;
  }

  void setShutdownGracePeriod(String shutdownGracePeriod) {
    this.shutdownGracePeriod = shutdownGracePeriod;
  }

  /** Reads the settings; what is wrong with them goes to {@code settings}. */
  RingSettings read(Settings settings, String appender) {
    long second = TimeUnit.SECONDS.toNanos(1);
    shutdownGraceNanos =
        settings.durationNanos("shutdownGracePeriod", shutdownGracePeriod, 5 * second);
    return new RingSettings(
        settings.powerOfTwo("ringBufferSize", ringBufferSize, DEFAULT_SIZE, 2, MAX_SIZE),
        settings.durationNanosOrForever("appendTimeout", appendTimeout, -1),
        LEVELS.indexOf(settings.choice("discardThreshold", discardThreshold, "ERROR", LEVELS)),
        syncIndex(settings),
        waitStrategy(settings),
        "orjson-writer-" + appender);
  }

  private int syncIndex(Settings settings) {
    List<String> allowed = new ArrayList<>(LEVELS);
    allowed.add(OFF);
    return allowed.indexOf(settings.choice("syncLevel", syncLevel, OFF, allowed));
  }

  private WaitStrategyType waitStrategy(Settings settings) {
    if (waitStrategyType != null) {
      try {
        return WaitStrategyType.parse(waitStrategyType);
      } catch (IllegalArgumentException e) {
        settings.refuse("waitStrategyType: " + e.getMessage());
      }
    }
    return WaitStrategyType.PARKING;
  }

  /** How long the end may take; known after {@link #read}. */
  long shutdownGraceNanos() {
    return shutdownGraceNanos;
  }

  /** 0 for TRACE to 4 for ERROR, and what lies beyond counts as the nearest of them. */
  static int index(Level level) {
    int index = level == null ? 0 : level.toInt() / Level.DEBUG_INT;
    return Math.max(0, Math.min(index, LineRing.LEVELS - 1));
  }

  /** The name of the level that the ring knows by {@code index}. */
  static String levelName(int index) {
    return LEVELS.get(index);
  }
}
