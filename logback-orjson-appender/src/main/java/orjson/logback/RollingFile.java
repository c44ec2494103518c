// SPDX-License-Identifier: Apache-2.0
package orjson.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.RollingPolicyBase;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import ch.qos.logback.core.rolling.helper.FileNamePattern;
import orjson.sink.Rolling;

/**
 * The files that an {@link OrjsonAppender} writes to one after another, changed by Logback's own
 * rolling and triggering policies:
 *
 * <pre>{@code
 * <appender name="JSON" class="orjson.logback.OrjsonAppender">
 *   <rollingFile>
 *     <file>logs/app.jsonl</file>
 *     <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
 *       <fileNamePattern>logs/app.%d.jsonl.gz</fileNamePattern>
 *     </rollingPolicy>
 *   </rollingFile>
 * </appender>
 * }</pre>
 *
 * <p>Without {@code file} the active file is named by the pattern, if the policy can do that. Of
 * the other settings of Logback's {@code FileAppender}, which is the only parent that its policies
 * accept, none has a meaning here; {@code prudent} is refused.
 *
 * <p>Writes nothing by itself. To be started before it is given to the appender, as Joran does.
 */
public final class RollingFile extends FileAppender<ILoggingEvent> {

  private RollingPolicy rollingPolicy;
  private TriggeringPolicy<ILoggingEvent> triggeringPolicy;

  /** Policies that we stopped are ours to start again. */
  private boolean stopped;

  /** A row of files without policies, which are to be set before the start. */
  public RollingFile() {}

  /**
   * How a full file is put away; also when, if it is a triggering policy too.
   *
   * @param policy one of Logback's, with this object for its parent, and started
   */
  @SuppressWarnings("unchecked") // as RollingFileAppender does
  public void setRollingPolicy(RollingPolicy policy) {
    rollingPolicy = policy;
    if (policy instanceof TriggeringPolicy) {
      triggeringPolicy = (TriggeringPolicy<ILoggingEvent>) policy;
    }
  }

  /**
   * When a file is put away.
   *
   * @param policy one of Logback's, started; asked before each batch of lines, with null for the
   *     event
   */
  public void setTriggeringPolicy(TriggeringPolicy<ILoggingEvent> policy) {
    triggeringPolicy = policy;
    if (policy instanceof RollingPolicy rolling) {
      rollingPolicy = rolling;
    }
  }

  /** Checks the settings; a wrong one is an ERROR status, and then this stays stopped. */
  @Override
  public void start() {
    if (isStarted()) {
      return;
    }
    if (stopped && rollingPolicy != null && triggeringPolicy != null) {
      rollingPolicy.start();
      triggeringPolicy.start();
    }
    String wrong = whatIsWrong();
    if (wrong != null) {
      addError(wrong);
      return;
    }
    if (!isAppend()) {
      addWarn("append: \"false\" is ignored: files that roll are always appended to");
    }
    started = true;
  }

  private String whatIsWrong() {
    if (isPrudent()) {
      return "prudent: \"true\" is not supported: lines are appended whole without a lock";
    }
    if (rollingPolicy == null) {
      return "rollingPolicy: not set; one such as TimeBasedRollingPolicy is needed";
    }
    if (triggeringPolicy == null) {
      return "triggeringPolicy: not set; "
          + rollingPolicy.getClass().getSimpleName()
          + " needs one such as SizeBasedTriggeringPolicy";
    }
    if (!rollingPolicy.isStarted()) {
      return "rollingPolicy: did not start";
    }
    if (!triggeringPolicy.isStarted()) {
      return "triggeringPolicy: did not start";
    }
    return collides()
        ? "file: \"" + getFile() + "\" is not to be a name that fileNamePattern makes"
        : null;
  }

  private boolean collides() {
    return getFile() != null
        && rollingPolicy instanceof RollingPolicyBase policy
        && policy.getFileNamePattern() != null
        && getFile()
            .matches(new FileNamePattern(policy.getFileNamePattern(), getContext()).toRegex());
  }

  /** Stops the policies, which wait for compression under way. */
  @Override
  public void stop() {
    if (!isStarted()) {
      return;
    }
    started = false;
    stopped = true;
    rollingPolicy.stop();
    triggeringPolicy.stop();
  }

  /** Does nothing: the lines come from the ring. */
  @Override
  protected void append(ILoggingEvent event) {}

  /** What the sink asks; call on a started object. */
  Rolling rolling() {
    return new PolicyRolling(this, rollingPolicy, triggeringPolicy);
  }
}
