// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.core.Context;
import ch.qos.logback.core.spi.ContextAware;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import orjson.sink.FileListener;
import orjson.sink.FileSink;
import orjson.sink.Sink;
import orjson.sink.StreamSink;

/** Where an appender's lines go: the settings, their check, and the opening. */
final class Destination {

  private static final String SYSTEM_OUT = "System.out";
  private static final String SYSTEM_ERR = "System.err";

  /** The context's object that maps the files in use to the names of the appenders. */
  private static final String FILES = "orjson.logback.files";

  /** Guards those maps; Logback's own lock has changed its type between versions. */
  private static final Object FILES_LOCK = new Object();

  private final ContextAware owner;

  private String file;
  private String append;
  private String target;
  private String pipeAtomic;
  private String journaldPrefix;
  private RollingFile rollingFile;

  private Path path;
  private boolean appending;
  private String stream;
  private boolean atomic;
  private boolean prefixed;

  /** The file we claimed in the context, or null. */
  private Path claimed;

  Destination(ContextAware owner) {
    this.owner = owner;
  }

  void setFile(String file) {
    this.file = file;
  }

  void setAppend(String append) {
    this.append = append;
  }

  void setTarget(String target) {
    this.target = target;
  }

  void setPipeAtomic(String pipeAtomic) {
    this.pipeAtomic = pipeAtomic;
  }

  void setJournaldPrefix(String journaldPrefix) {
    this.journaldPrefix = journaldPrefix;
  }

  void setRollingFile(RollingFile rollingFile) {
    this.rollingFile = rollingFile;
  }

  /** Whether each line begins with its priority for journald. */
  boolean isPrefixed() {
    return prefixed;
  }

  /** Reads the settings; what is wrong with them goes to {@code settings}. */
  void read(Settings settings) {
    appending = settings.bool("append", append, true);
    stream = settings.choice("target", target, SYSTEM_OUT, List.of(SYSTEM_OUT, SYSTEM_ERR));
    boolean toErr = stream.equals(SYSTEM_ERR);
    boolean toStream = file == null && rollingFile == null;
    boolean pipe = toStream && (toErr ? StreamSink.errIsPipe() : StreamSink.outIsPipe());
    atomic = settings.bool("pipeAtomic", pipeAtomic, pipe);
    prefixed = settings.bool("journaldPrefix", journaldPrefix, false);
    if (prefixed && !toStream) {
      settings.refuse("journaldPrefix: \"true\" is allowed on standard streams only, not in files");
    }
    if (file != null) {
      checkFile(settings);
    }
  }

  private void checkFile(Settings settings) {
    if (rollingFile != null) {
      settings.refuse("file: \"" + file + "\" belongs inside rollingFile, or not there at all");
    }
    try {
      if (!file.isBlank()) {
        path = Path.of(file.trim());
        return;
      }
    } catch (InvalidPathException e) {
      // reported below, as a blank one is
    }
    settings.refuse("file: \"" + file + "\" is not a path");
  }

  /**
   * Opens the sink. A file that cannot be opened yet is a WARN status and opened later.
   *
   * @param appender the appender's name
   * @return null if the files do not roll as they should; an ERROR status says why
   */
  Sink open(String appender) {
    if (file == null && rollingFile == null) {
      return stream.equals(SYSTEM_ERR) ? StreamSink.err(atomic) : StreamSink.out(atomic);
    }
    FileSink sink = rollingFile == null ? plainFile() : rollingFile();
    if (sink == null) {
      return null;
    }
    claim(Path.of(sink.toString()), appender);
    try {
      sink.open();
    } catch (IOException e) {
      owner.addWarn(
          "file: \"" + sink + "\" cannot be opened yet; lines wait and it is tried again", e);
    }
    return sink;
  }

  private FileSink plainFile() {
    return FileSink.to(path, appending, listener(path.toString()));
  }

  private FileSink rollingFile() {
    rollingFile.start();
    if (!rollingFile.isStarted()) {
      owner.addError("rollingFile: did not start, so the appender does not either");
      return null;
    }
    try {
      return FileSink.rolling(rollingFile.rolling(), listener("the file that rolls"));
    } catch (InvalidPathException e) {
      owner.addError("rollingFile: \"" + e.getInput() + "\" is not a path", e);
      return null;
    }
  }

  private FileListener listener(String where) {
    return new FileListener() {
      @Override
      public void reopenFailed(IOException reason) {
        owner.addError(
            where + " was moved and cannot be opened anew; lines go on to the old file", reason);
      }

      @Override
      public void rollFailed(IOException reason) {
        owner.addError(where + " cannot be rolled; lines go on to the same file", reason);
      }
    };
  }

  /** Two appenders may share a file, as their lines stay whole; most who do did not mean to. */
  private void claim(Path taken, String appender) {
    Context context = owner.getContext();
    if (context == null) {
      return;
    }
    claimed = taken.toAbsolutePath().normalize();
    String other;
    synchronized (FILES_LOCK) {
      other = files(context).putIfAbsent(claimed, appender);
    }
    if (other != null) {
      claimed = null;
      owner.addWarn(
          "file: \""
              + taken
              + "\" is written by the appender \""
              + other
              + "\" too; lines stay"
              + " whole, in no common order");
    }
  }

  /** To be called when the sink is closed. */
  void release() {
    Context context = owner.getContext();
    if (claimed != null && context != null) {
      synchronized (FILES_LOCK) {
        files(context).remove(claimed);
      }
      claimed = null;
    }
  }

  @SuppressWarnings("unchecked") // nobody else has an object of this name
  private static Map<Path, String> files(Context context) {
    Map<Path, String> files = (Map<Path, String>) context.getObject(FILES);
    if (files == null) {
      files = new HashMap<>();
      context.putObject(FILES, files);
    }
    return files;
  }
}
