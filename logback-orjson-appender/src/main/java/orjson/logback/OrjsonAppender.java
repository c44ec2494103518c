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
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import orjson.JsonWriter;
import orjson.ring.LineRing;
import orjson.ring.RingSettings;
import orjson.sink.Sink;

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

  private final FilterAttachableImpl<ILoggingEvent> filters = new FilterAttachableImpl<>();
  private final Destination destination = new Destination(this);
  private final RingOptions options = new RingOptions();
  private final ReentrantLock lifeCycle = new ReentrantLock();
  private final LongAdder failedEvents = new LongAdder();
  private final LongAdder failedValues = new LongAdder();
  private final LongAdder lateEvents = new LongAdder();

  private String name;
  private Encoder<ILoggingEvent> encoder;
  private Sink sink;
  private JvmEnd jvmEnd;

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
    destination.setFile(file);
  }

  /**
   * Whether lines are added to a file that exists, which is the default, or the file is emptied.
   *
   * @param append {@code true} or {@code false}
   */
  public void setAppend(String append) {
    destination.setAppend(append);
  }

  /**
   * Where to write if no file is set.
   *
   * @param target {@code System.out}, the default, or {@code System.err}
   */
  public void setTarget(String target) {
    destination.setTarget(target);
  }

  /**
   * Whether writes to standard output or standard error are whole lines of at most 4096 bytes in
   * all, which a pipe keeps in one piece though others write to it as well.
   *
   * @param pipeAtomic {@code true} or {@code false}; by default whether the stream is a pipe
   */
  public void setPipeAtomic(String pipeAtomic) {
    destination.setPipeAtomic(pipeAtomic);
  }

  /**
   * Whether each line begins with {@code <N>}, its priority, which journald takes off again.
   *
   * @param journaldPrefix {@code true} or {@code false}, the default; only for standard streams
   */
  public void setJournaldPrefix(String journaldPrefix) {
    destination.setJournaldPrefix(journaldPrefix);
  }

  /**
   * Files that Logback's policies roll, in place of one file.
   *
   * @param rollingFile the files; in XML no class is needed
   */
  public void setRollingFile(RollingFile rollingFile) {
    destination.setRollingFile(rollingFile);
  }

  /**
   * How many lines the ring holds; each takes a little over 1 KiB of memory.
   *
   * @param ringBufferSize a power of two from 2 to 1048576; {@code 8192} by default
   */
  public void setRingBufferSize(String ringBufferSize) {
    options.setRingBufferSize(ringBufferSize);
  }

  /**
   * What to do when the ring is full.
   *
   * @param appendTimeout {@code -1}, the default, waits for room; {@code 0} drops the line; a
   *     duration such as {@code 50 ms} waits that long, then drops it
   */
  public void setAppendTimeout(String appendTimeout) {
    options.setAppendTimeout(appendTimeout);
  }

  /**
   * The highest level whose events {@code appendTimeout} may drop; those above it wait for room.
   *
   * @param discardThreshold {@code TRACE} to {@code ERROR}, the default: every level
   */
  public void setDiscardThreshold(String discardThreshold) {
    options.setDiscardThreshold(discardThreshold);
  }

  /**
   * The lowest level whose events are in the kernel when the call that logs them returns.
   *
   * @param syncLevel {@code TRACE} to {@code ERROR}, or {@code OFF}, the default: none
   */
  public void setSyncLevel(String syncLevel) {
    options.setSyncLevel(syncLevel);
  }

  /**
   * How the writer thread waits for lines, in logstash-logback-encoder's notation.
   *
   * @param waitStrategyType {@code parking}, the default, or one of Disruptor's, such as {@code
   *     blocking} or {@code sleeping{200,100}}
   */
  public void setWaitStrategyType(String waitStrategyType) {
    options.setWaitStrategyType(waitStrategyType);
  }

  /**
   * How long {@link #stop()} and the end of the JVM wait until all accepted lines are written.
   *
   * @param shutdownGracePeriod a duration; {@code 5 seconds} by default
   */
  public void setShutdownGracePeriod(String shutdownGracePeriod) {
    options.setShutdownGracePeriod(shutdownGracePeriod);
  }

  // ---- life cycle

  @Override
  public void start() {
    lifeCycle.lock();
    try {
      if (!started) {
        build();
      }
    } finally {
      lifeCycle.unlock();
    }
  }

  private void build() {
    Settings settings = new Settings();
    RingSettings ringSettings = options.read(settings, name);
    destination.read(settings);
    if (settings.report(this) || !startEncoder()) {
      return;
    }
    Sink opened = destination.open(name);
    if (opened == null) {
      return;
    }
    sink = opened;
    DropLine report = new DropLine(getContext(), encoder, destination.isPrefixed());
    LineRing built =
        new LineRing(opened, ringSettings, new SinkNews(this, opened.toString()), report);
    built.start();
    ring = built;
    failedEvents.reset();
    failedValues.reset();
    lateEvents.reset();
    jvmEnd = JvmEnd.watch(built, options.shutdownGraceNanos(), name);
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

  /**
   * Refuses new events, writes what was accepted, as long as {@code shutdownGracePeriod} allows,
   * and closes the file. Later events are counted as dropped.
   *
   * <p>Called on the writer thread, by a status listener, it returns at once and the writer does
   * the rest.
   */
  @Override
  public void stop() {
    LineRing current = ring;
    if (current == null || !current.isWriting()) {
      lifeCycle.lock();
    } else if (!lifeCycle.tryLock()) {
      return; // another thread is at it, and waits for this one
    }
    try {
      if (started) {
        started = false;
        jvmEnd.forget();
        close(ring, sink);
      }
    } finally {
      lifeCycle.unlock();
    }
  }

  private void close(LineRing closed, Sink open) {
    closed.close(
        options.shutdownGraceNanos(),
        lost -> {
          if (lost > 0) {
            String message =
                lost + " lines were not written within shutdownGracePeriod and are lost";
            StandardError.say(message);
            addError(message);
          }
          try {
            open.close();
          } catch (IOException e) {
            addError("Cannot close " + open, e);
          }
          if (ring == closed) { // not started anew while the writer finished
            destination.release();
            encoder.stop();
          }
        });
  }

  @Override
  public boolean isStarted() {
    return started;
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
      publish(line.array(), line.size(), event);
      ours.release(line);
      return;
    }
    byte[] line = encoder.encode(event);
    if (line != null && line.length > 0) {
      publish(line, line.length, event);
    }
  }

  private void publish(byte[] line, int length, ILoggingEvent event) {
    int level = RingOptions.index(event.getLevel());
    if (destination.isPrefixed()) {
      ring.publish(JournalPrefix.prepend(line, length, level), length + JournalPrefix.BYTES, level);
    } else {
      ring.publish(line, length, level);
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

  /** Lines in the kernel, those that report drops among them. */
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
    return ring == null ? 0 : ring.droppedLines(RingOptions.index(level));
  }

  /** Of the lines lost because the ring was full, those that a line in the log tells of. */
  public long getReportedDrops() {
    return ring == null ? 0 : ring.reportedDrops();
  }

  /** Values replaced in their lines by a text that says why they could not be written. */
  public long getFailedValues() {
    return failedValues.sum();
  }

  /** Lines that the encoder shortened to its {@code maxLineBytes}, if it is of our own class. */
  public long getTruncatedLines() {
    return encoder instanceof OrjsonEncoder ours ? ours.getTruncatedLines() : 0;
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
