// SPDX-License-Identifier: Apache-2.0
/**
 * JSON logging for Logback: the byte writer ({@code orjson}), the fields of a log event ({@code
 * orjson.event}), and the encoder and appender that {@code logback.xml} names ({@code
 * orjson.logback}).
 */
module orjson {
  requires transitive ch.qos.logback.classic;
  requires transitive ch.qos.logback.core;
  requires transitive org.slf4j;
  requires com.lmax.disruptor;

  exports orjson;
  exports orjson.event;
  exports orjson.logback;
}
