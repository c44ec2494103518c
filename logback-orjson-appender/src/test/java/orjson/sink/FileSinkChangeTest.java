// SPDX-License-Identifier: Apache-2.0
package orjson.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that is renamed, deleted, replaced or full while it is written. */
@Timeout(60)
final class FileSinkChangeTest {

  private static final long LONGER_THAN_A_LOOK_MILLIS = 120;

  @TempDir Path directory;

  private final Trouble trouble = new Trouble();
  private Path file;
  private FileSink sink;

  @BeforeEach
  void openTheFile() throws IOException {
    file = directory.resolve("app.jsonl");
    sink = FileSink.to(file, true, trouble);
    sink.open();
  }

  @AfterEach
  void closeTheFile() throws IOException {
    sink.close();
  }

  @Test
  void followsTheNameWhenTheFileIsRenamed() throws Exception {
    write("one\n");
    Files.move(file, directory.resolve("app.1"));
    write("two\n");
    assertThat(directory.resolve("app.1")).hasContent("one");
    assertThat(file).hasContent("two");
  }

  @Test
  void createsTheFileAnewWhenItIsDeleted() throws Exception {
    write("one\n");
    Files.delete(file);
    write("two\n");
    assertThat(file).hasContent("two");
  }

  @Test
  void createsAnEmptyFileAnewWhenItIsDeleted() throws Exception {
    Files.delete(file);
    write("one\n");
    assertThat(file).hasContent("one");
  }

  @Test
  void leavesItToTheOneWhoRotatesToCreateTheFile() throws Exception {
    write("one\n");
    CountDownLatch moved = new CountDownLatch(1);
    CompletableFuture<Void> rotated =
        CompletableFuture.runAsync(
            () -> {
              try {
                Files.move(file, directory.resolve("app.1"));
                moved.countDown();
                Files.createFile(file);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
    moved.await();
    write("two\n");
    rotated.join(); // it would fail if the file were there already
    assertThat(file).hasContent("two");
  }

  @Test
  void noticesInTimeAFileOfTheSameLengthThatTookThePlace() throws Exception {
    write("one\n");
    Files.move(file, directory.resolve("app.1"));
    Files.writeString(file, "two\n");
    look();
    write("three\n");
    assertThat(Files.readString(file)).isEqualTo("two\nthree\n");
  }

  @Test
  void givesTheNextReaderOfAPipeNothingOfALineThatTheLastOneBegan() throws Exception {
    sink.close();
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    sink = FileSink.to(pipe, true, trouble);
    CompletableFuture<String> first = readSome(pipe, 7);
    write("{\"half\":");
    assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("{\"half\"");
    assertThatIOException().isThrownBy(() -> sink.write(bytes("true}\nnext\n")));
    CompletableFuture<String> second = readSome(pipe, 5);
    write("true}\nnext\n");
    assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("next\n");
  }

  private static CompletableFuture<String> readSome(Path pipe, int length) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (InputStream in = Files.newInputStream(pipe)) {
            return new String(in.readNBytes(length), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  @Test
  void createsTheDirectoryAnewWhenItIsDeleted() throws Exception {
    sink.close();
    Path deep = directory.resolve("logs/app.jsonl");
    sink = FileSink.to(deep, true, trouble);
    write("one\n");
    Files.delete(deep);
    Files.delete(deep.getParent());
    write("two\n");
    assertThat(deep).hasContent("two");
  }

  @Test
  void goesOverToAFileThatTookThePlace() throws Exception {
    write("one\n");
    Path other = directory.resolve("other");
    Files.writeString(other, "theirs\n");
    Files.move(file, directory.resolve("app.1"));
    Files.move(other, file);
    write("two\n");
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
  }

  @Test
  void doesNotEmptyASuccessorEvenWhenNotAppending() throws Exception {
    sink.close();
    sink = FileSink.to(file, false, trouble);
    write("one\n");
    Files.move(file, directory.resolve("app.1"));
    Files.writeString(file, "theirs\n");
    write("two\n");
    assertThat(Files.readString(file)).isEqualTo("theirs\ntwo\n");
  }

  @Test
  void writesTheRestOfALineToTheOldFile() throws Exception {
    write("{\"half\":");
    Files.move(file, directory.resolve("app.1"));
    write("true}\n");
    assertThat(file).doesNotExist();
    write("next\n");
    assertThat(directory.resolve("app.1")).hasContent("{\"half\":true}");
    assertThat(file).hasContent("next");
  }

  @Test
  void keepsTheOldFileAndSaysSoOnceWhenNoNewOneCanBeOpened() throws Exception {
    write("one\n");
    Files.move(file, directory.resolve("app.1"));
    Files.createDirectory(file);
    for (int i = 0; i < 3; i++) {
      look();
      write("more\n");
    }
    assertThat(trouble.reports).containsExactly("reopen");
    assertThat(Files.readString(directory.resolve("app.1"))).isEqualTo("one\nmore\nmore\nmore\n");
    Files.delete(file);
    look();
    write("two\n");
    assertThat(file).hasContent("two");
  }

  @Test
  void opensLaterWhatCannotBeOpenedNow() throws Exception {
    Path place = directory.resolve("place");
    Files.createDirectory(place);
    try (FileSink late = FileSink.to(place, true, trouble)) {
      assertThatIOException().isThrownBy(late::open);
      ByteBuffer bytes = bytes("one\n");
      assertThatIOException().isThrownBy(() -> late.write(bytes));
      assertThat(bytes.remaining()).isEqualTo(4);
      Files.delete(place);
      assertThat(late.write(bytes)).isEqualTo(4);
    }
    assertThat(place).hasContent("one");
  }

  @Test
  void refusesToOpenAgainOnceItIsClosed() throws Exception {
    sink.close();
    assertThatIOException().isThrownBy(() -> write("late\n"));
    assertThatIOException().isThrownBy(() -> write("later\n")).withMessageContaining("is closed");
    assertThat(file).isEmptyFile();
  }

  @Test
  void rollsBeforeTheWriteThatFindsTheFileFull() throws Exception {
    Numbered rolling = roll(8);
    write("1234567\n");
    write("next\n");
    write("more\n");
    write("last\n");
    assertThat(rolling.rolled).isEqualTo(2);
    assertThat(Files.readString(directory.resolve("roll.0"))).isEqualTo("1234567\n");
    assertThat(Files.readString(directory.resolve("roll.1"))).isEqualTo("next\nmore\n");
    assertThat(Files.readString(file)).isEqualTo("last\n");
    assertThat(trouble.reports).isEmpty();
  }

  @Test
  void countsWhatAFileHeldBeforeTheStart() throws Exception {
    Files.writeString(file, "old and long\n");
    Numbered rolling = roll(8);
    write("new\n");
    assertThat(rolling.rolled).isOne();
    assertThat(file).hasContent("new");
  }

  @Test
  void neverRollsInsideALine() throws Exception {
    Numbered rolling = roll(4);
    write("a long begin");
    write("ning\n");
    assertThat(rolling.rolled).isZero();
    write("next\n");
    assertThat(Files.readString(directory.resolve("roll.0"))).isEqualTo("a long beginning\n");
  }

  @Test
  void writesOnAndSaysSoOnceWhenRollingFails() throws Exception {
    Numbered rolling = roll(4);
    rolling.failure = new IOException("no");
    for (int i = 0; i < 5; i++) {
      write("line\n");
    }
    assertThat(rolling.rolled).as("attempts").isOne();
    assertThat(trouble.reports).containsExactly("roll");
    assertThat(Files.readString(file)).isEqualTo("line\n".repeat(5));
  }

  @Test
  void takesAFileThatIsStillInItsPlaceForAFailure() throws Exception {
    Numbered rolling = roll(4);
    rolling.inert = true;
    for (int i = 0; i < 5; i++) {
      write("line\n");
    }
    assertThat(rolling.rolled).as("attempts").isOne();
    assertThat(trouble.reports).containsExactly("roll");
    assertThat(Files.readString(file)).isEqualTo("line\n".repeat(5));
  }

  @Test
  void neverRollsWhileWritesFail() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()));
    try {
      file = disk.resolve("app.jsonl");
      Numbered rolling = roll(8);
      write("line\n");
      Files.write(disk.resolve("ballast"), new byte[56 * 1024]);
      ByteBuffer much = bytes("x".repeat(4095) + "\n" + "y".repeat(4095) + "\n");
      assertThatIOException().isThrownBy(() -> writeAll(much));
      assertThatIOException().isThrownBy(() -> writeAll(much));
      assertThat(rolling.rolled).isZero();
      Files.delete(disk.resolve("ballast"));
      writeAll(much);
      assertThat(rolling.rolled).isZero();
      write("next\n");
      assertThat(rolling.rolled).isOne();
      assertThat(file).hasContent("next");
    } finally {
      sink.close();
      run("umount", disk.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private Numbered roll(long maxBytes) throws IOException {
    sink.close();
    Numbered rolling = new Numbered(maxBytes);
    sink = FileSink.rolling(rolling, trouble);
    sink.open();
    return rolling;
  }

  private static void look() throws InterruptedException {
    Thread.sleep(LONGER_THAN_A_LOOK_MILLIS);
  }

  private void write(String text) throws IOException {
    writeAll(bytes(text));
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      sink.write(bytes);
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Moves a file of a certain size away under the next number. */
  private final class Numbered implements Rolling {

    private final long maxBytes;
    private int rolled;
    private boolean inert;
    private IOException failure;

    Numbered(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public Path file() {
      return file;
    }

    @Override
    public void opened(long size) {}

    @Override
    public boolean isDue(long size) {
      return size >= maxBytes;
    }

    @Override
    public void roll() throws IOException {
      int number = rolled++;
      if (failure != null) {
        throw failure;
      }
      if (!inert) {
        Files.move(file, directory.resolve("roll." + number));
      }
    }

    @Override
    public void close() {}
  }
}
