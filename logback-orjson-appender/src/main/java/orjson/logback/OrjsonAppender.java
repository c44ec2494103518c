// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.joran.spi.DefaultClass;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterAttachableImpl;
import ch.qos.logback.core.spi.FilterReply;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import orjson.JsonWriter;
import orjson.ring.LineRing;
import orjson.ring.RingListener;
import orjson.ring.RingSettings;
import orjson.sink.FileSink;
import orjson.sink.Sink;
import orjson.sink.StreamSink;

/**
 * A Logback appender that hands JSON lines through a ring buffer to a file or standard output.
 *
 * <p>The thread that logs encodes the line and copies it into the ring; one writer thread puts
 * whole batches into the kernel. With no setting at all it writes the default shape of {@link
 * OrjsonEncoder} to standard output:
 *
 * <pre>{@code
 * <appender name="JSON" class="orjson.logback.OrjsonAppender"/>
 * }</pre>
 *
 * <p>Setters take the text that stands in {@code logback.xml} and only store it; {@link #start()}
 * checks. A wrong setting is an ERROR status that names the property, the value and what is
 * allowed, and the appender stays stopped.
 *
 * <p>Safe for concurrent use. Nothing that is logged, and nothing that happens to the file, is
 * thrown into the application. Lines that are lost are counted: see {@link #getDroppedLines()}.
 */
public final class OrjsonAppender extends ContextAwareBase implements Appender<ILoggingEvent> {

  // An Appender of its own instead of a subclass of UnsynchronizedAppenderBase: that one refuses
  // late events uncounted, lets an Error through to the application, and makes Joran take a nested
  // <encoder> without a class for a PatternLayoutEncoder.

  private static final int DEFAULT_RING_BUFFER_SIZE = 8192;
  private static final int MAX_RING_BUFFER_SIZE = 1 << 20;
  private static final String SYSTEM_OUT = "System.out";
  private static final String SYSTEM_ERR = "System.err";

  private final FilterAttachableImpl<ILoggingEvent> filters = new FilterAttachableImpl<>();
  private final LongAdder failedEvents = new LongAdder();
  private final LongAdder failedValues = new LongAdder();
  private final LongAdder lateEvents = new LongAdder();

  private String name;
  private Encoder<ILoggingEvent> encoder;
  private String file;
  private String append;
  private String target;
  private String ringBufferSize;
  private String appendTimeout;
  private String shutdownGracePeriod;

  private long shutdownGraceNanos;
  private Sink sink;
  private Thread shutdownHook;

  /** What {@link #start()} built; kept after stop() for its counters. */
  private volatile LineRing ring;

  private volatile boolean started;

  /** An appender with the default settings, to be started before use. */
  public OrjsonAppender() {}

  // ---- settings

  @Override
  public void setName(String name) {
    this.name = name;
  }

  @Override
  public String getName() {
    return name;
  }

  /**
   * What turns an event into a line; an {@link OrjsonEncoder} with default settings if not set.
   *
   * @param encoder any encoder that writes whole lines; in XML the class may be left out
   */
  @DefaultClass(OrjsonEncoder.class)
  public void setEncoder(Encoder<ILoggingEvent> encoder) {
    this.encoder = encoder;
  }

  /**
   * The file to write to; standard output if not set. Parent directories are created.
   *
   * @param file a path
   */
  public void setFile(String file) {
    this.file = file;
  }

  /**
   * Whether lines are added to a file that exists, which is the default, or the file is emptied.
   *
   * @param append {@code true} or {@code false}
   */
  public void setAppend(String append) {
    this.append = append;
  }

  /**
   * Where to write if no file is set.
   *
   * @param target {@code System.out}, the default, or {@code System.err}
   */
  public void setTarget(String target) {
    this.target = target;
  }

  /**
   * How many lines the ring holds; each takes a little over 1 KiB of memory.
   *
   * @param ringBufferSize a power of two from 2 to 1048576; {@code 8192} by default
   */
  public void setRingBufferSize(String ringBufferSize) {
    this.ringBufferSize = ringBufferSize;
  }

  /**
   * What to do when the ring is full.
   *
   * @param appendTimeout {@code -1}, the default, waits for room; {@code 0} drops the line; a
   *     duration such as {@code 50 ms} waits that long, then drops it
   */
  public void setAppendTimeout(String appendTimeout) {
    this.appendTimeout = appendTimeout;
  }

  /**
   * How long {@link #stop()} and the end of the JVM wait until all accepted lines are written.
   *
   * @param shutdownGracePeriod a duration; {@code 5 seconds} by default
   */
  public void setShutdownGracePeriod(String shutdownGracePeriod) {
    this.shutdownGracePeriod = shutdownGracePeriod;
  }

  // ---- life cycle

  @Override
  public synchronized void start() {
    if (started) {
      return;
    }
    Settings settings = new Settings();
    long second = TimeUnit.SECONDS.toNanos(1);
    int size =
        settings.powerOfTwo(
            "ringBufferSize", ringBufferSize, DEFAULT_RING_BUFFER_SIZE, 2, MAX_RING_BUFFER_SIZE);
    long timeout = settings.durationNanosOrForever("appendTimeout", appendTimeout, -1);
    long grace = settings.durationNanos("shutdownGracePeriod", shutdownGracePeriod, 5 * second);
    boolean appending = settings.bool("append", append, true);
    String stream = settings.choice("target", target, SYSTEM_OUT, List.of(SYSTEM_OUT, SYSTEM_ERR));
    if (settings.report(this) || !startEncoder()) {
      return;
    }
    try {
      sink = openSink(stream, appending);
    } catch (IOException | InvalidPathException e) {
      addError("file: \"" + file + "\" cannot be opened", e);
      return;
    }
    shutdownGraceNanos = grace;
    LineRing newRing =
        new LineRing(sink, new RingSettings(size, timeout, "orjson-writer-" + name), listener());
    newRing.start();
    ring = newRing;
    failedEvents.reset();
    failedValues.reset();
    lateEvents.reset();
    addShutdownHook();
    started = true;
  }

  private boolean startEncoder() {
    if (encoder == null) {
      OrjsonEncoder ours = new OrjsonEncoder();
      ours.setContext(getContext());
      encoder = ours;
    }
    if (!encoder.isStarted()) {
      encoder.start();
    }
    if (!encoder.isStarted()) {
      addError("encoder: did not start, so the appender \"" + name + "\" does not either");
    }
    return encoder.isStarted();
  }

  private Sink openSink(String stream, boolean appending) throws IOException {
    if (file != null) {
      return FileSink.open(Path.of(file.trim()), appending);
    }
    return stream.equals(SYSTEM_ERR) ? StreamSink.err() : StreamSink.out();
  }

  private RingListener listener() {
    String where = sink.toString();
    return new RingListener() {
      @Override
      public void writeFailed(IOException reason) {
        addError("Cannot write to " + where + "; lines wait and the write is tried again", reason);
      }

      @Override
      public void sinkGone(IOException reason) {
        String message = where + " has no reader any more; from now on lines are dropped";
        addError(message, reason);
        StandardError.say(message);
      }

      @Override
      public void writeResumed(long failures) {
        addInfo("Writing to " + where + " again after " + failures + " failures");
      }
    };
  }

  /**
   * Refuses new events, writes what was accepted, as long as {@code shutdownGracePeriod} allows,
   * and closes the file. Later events are counted as dropped.
   */
  @Override
  public synchronized void stop() {
    if (!started) {
      return;
    }
    started = false;
    removeShutdownHook();
    long lost = ring.close(shutdownGraceNanos);
    if (lost > 0) {
      String message = lost + " lines were not written within shutdownGracePeriod and are lost";
      addError(message);
      StandardError.say(message);
    }
    try {
      sink.close();
    } catch (IOException e) {
      addError("Cannot close " + sink, e);
    }
    encoder.stop();
  }

  @Override
  public boolean isStarted() {
    return started;
  }

  /**
   * At the JVM's end writes what was accepted. Other hooks may log until the very end, so the
   * appender is not stopped: each of their lines is written before the call returns.
   */
  private void addShutdownHook() {
    LineRing hooked = ring;
    long grace = shutdownGraceNanos;
    Thread hook =
        new Thread(
            () -> {
              hooked.beSynchronous();
              if (!hooked.flush(grace)) {
                StandardError.say(
                    hooked.queueDepth() + " lines wait to be written at the JVM's end");
              }
            },
            "orjson-shutdown-" + name);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      shutdownHook = hook;
    } catch (IllegalStateException e) {
      hooked.beSynchronous(); // the JVM is going down already
    }
  }

  private void removeShutdownHook() {
    Thread hook = shutdownHook;
    shutdownHook = null;
    if (hook != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // the JVM is going down and the hook is at work
      }
    }
  }

  // ---- events

  @Override
  public void doAppend(ILoggingEvent event) {
    if (!started) {
      lateEvents.increment();
      return;
    }
    try {
      if (filters.getFilterChainDecision(event) != FilterReply.DENY) {
        append(event);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  private void append(ILoggingEvent event) {
    if (encoder instanceof OrjsonEncoder ours) {
      JsonWriter line = ours.acquireLine(event);
      if (line == null) {
        lateEvents.increment(); // the appender was stopped since doAppend looked
        return;
      }
      if (line.failedValues() > 0) {
        failedValues.add(line.failedValues());
      }
      ring.publish(line.array(), line.size(), levelIndex(event.getLevel()));
      ours.release(line);
      return;
    }
    byte[] line = encoder.encode(event);
    if (line != null && line.length > 0) {
      ring.publish(line, line.length, levelIndex(event.getLevel()));
    }
  }

  /** Counts, and reports the first of what may be many; only a dying JVM's error goes further. */
  private void failed(Throwable t) {
    failedEvents.increment();
    if (failedEvents.sum() == 1) {
      addError("An event was not written; getFailedEvents() counts further ones", t);
    }
    if (t instanceof VirtualMachineError error && !(t instanceof StackOverflowError)) {
      throw error;
    }
  }

  /** 0 for TRACE to 4 for ERROR. */
  private static int levelIndex(Level level) {
    return level == null ? 0 : Math.min(level.toInt() / Level.DEBUG_INT, LineRing.LEVELS - 1);
  }

  @Override
  public void addFilter(Filter<ILoggingEvent> filter) {
    filters.addFilter(filter);
  }

  @Override
  public void clearAllFilters() {
    filters.clearAllFilters();
  }

  @Override
  public List<Filter<ILoggingEvent>> getCopyOfAttachedFiltersList() {
    return filters.getCopyOfAttachedFiltersList();
  }

  @Override
  public FilterReply getFilterChainDecision(ILoggingEvent event) {
    return filters.getFilterChainDecision(event);
  }

  // ---- counters, since the last start

  /** Lines in the kernel. */
  public long getWrittenLines() {
    return ring == null ? 0 : ring.writtenLines();
  }

  /** Bytes in the kernel. */
  public long getWrittenBytes() {
    return ring == null ? 0 : ring.writtenBytes();
  }

  /** Lines lost: ring full, appender stopped, grace period over, or nobody reads any more. */
  public long getDroppedLines() {
    return lateEvents.sum() + (ring == null ? 0 : ring.droppedLines());
  }

  /** Lines of one level lost because the ring was full or closed. */
  public long getDroppedLines(Level level) {
    return ring == null ? 0 : ring.droppedLines(levelIndex(level));
  }

  /** Values replaced in their lines by a text that says why they could not be written. */
  public long getFailedValues() {
    return failedValues.sum();
  }

  /** Events of which no line could be made. */
  public long getFailedEvents() {
    return failedEvents.sum();
  }

  /** Writes that failed; their bytes were kept and tried again. */
  public long getWriteErrors() {
    return ring == null ? 0 : ring.writeErrors();
  }

  /** Lines in the ring, not in the kernel yet. */
  public long getQueueDepth() {
    return ring == null ? 0 : ring.queueDepth();
  }

  /** The appender's name and where it writes to. */
  @Override
  public String toString() {
    return "OrjsonAppender[" + name + " to " + sink + "]";
  }
}
