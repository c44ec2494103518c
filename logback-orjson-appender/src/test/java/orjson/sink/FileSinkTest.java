// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSinkTest {

  @TempDir Path directory;

  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("app.jsonl");
  }

  @Test
  void createsParentDirectories() throws IOException {
    Path deep = directory.resolve("a/b/c/app.jsonl");
    write(deep, true, "one\n");
    assertThat(deep).hasContent("one\n");
  }

  @Test
  void appendsToAFileThatExists() throws IOException {
    Files.writeString(file, "old\n");
    write(file, true, "new\n");
    assertThat(Files.readString(file)).isEqualTo("old\nnew\n");
  }

  @Test
  void emptiesTheFileWhenNotAppending() throws IOException {
    Files.writeString(file, "old\nand longer than the new one\n");
    write(file, false, "new\n");
    assertThat(Files.readString(file)).isEqualTo("new\n");
  }

  @Test
  void repairsTheTornLineOfACrashedPredecessor() throws IOException {
    Files.writeString(file, "whole\n{\"torn\":\"li");
    write(file, true, "new\n");
    assertThat(Files.readString(file)).isEqualTo("whole\n{\"torn\":\"li\nnew\n");
  }

  @Test
  void addsNothingToAFileThatEndsWithALineFeedOrIsEmpty() throws IOException {
    Files.writeString(file, "");
    write(file, true, "one\n");
    write(file, true, "two\n");
    assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
  }

  @Test
  void leavesNoHoleWhenAnotherProcessTruncatesTheFile() throws IOException {
    try (FileSink sink = open(file, true)) {
      sink.write(bytes("before\n"));
      Files.write(file, new byte[0]);
      sink.write(bytes("after\n"));
    }
    assertThat(Files.readString(file)).isEqualTo("after\n");
  }

  @Test
  void movesThePositionBehindWhatWasWritten() throws IOException {
    ByteBuffer bytes = bytes("xx|line\n").position(3);
    try (FileSink sink = open(file, true)) {
      assertThat(sink.write(bytes)).isEqualTo(5);
    }
    assertThat(bytes.hasRemaining()).isFalse();
    assertThat(Files.readString(file)).isEqualTo("line\n");
  }

  @Test
  void throwsWhenThePathIsADirectory() {
    assertThatIOException().isThrownBy(() -> open(directory, true));
  }

  @Test
  void throwsWhenThereIsNoRoom() throws IOException {
    Path full = Path.of("/dev/full");
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full));
    ByteBuffer bytes = bytes("line\n");
    try (FileSink sink = open(full, true)) {
      assertThatIOException()
          .isThrownBy(() -> sink.write(bytes))
          .withMessageContaining("No space left on device");
    }
    assertThat(bytes.remaining()).as("nothing is taken").isEqualTo(5);
  }

  @Test
  void isNamedAfterItsPath() throws IOException {
    try (FileSink sink = open(file, true)) {
      assertThat(sink).hasToString(file.toString());
    }
    assertThat(StreamSink.out(false)).hasToString("System.out");
    assertThat(StreamSink.err(false)).hasToString("System.err");
  }

  private static FileSink open(Path path, boolean append) throws IOException {
    FileSink sink = FileSink.to(path, append, new Trouble());
    sink.open();
    return sink;
  }

  private static void write(Path path, boolean append, String text) throws IOException {
    try (FileSink sink = open(path, append)) {
      sink.write(bytes(text));
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
