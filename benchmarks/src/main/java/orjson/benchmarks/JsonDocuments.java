// SPDX-License-Identifier: Apache-2.0
package orjson.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import orjson.Orjson;

/** The documents that JSON libraries are compared on, as maps and lists. */
final class JsonDocuments {

  /** Where twitter.json and the others lie. */
  static final String DIRECTORY_PROPERTY = "orjson.documents";

  private static final int RECORDS = 10_000;
  private static final long SEED = 20_261_130L;

  private JsonDocuments() {}

  /** {@code records}, made here, or {@code NAME} for NAME.json from the directory of documents. */
  static Object of(String name) {
    if (name.equals("records")) {
      return records();
    }
    Path directory =
        Path.of(System.getProperty(DIRECTORY_PROPERTY, "../../shared/corpus/orjson-data"));
    try {
      return Orjson.loads(Files.readAllBytes(directory.resolve(name + ".json")));
    } catch (IOException e) {
      throw new UncheckedIOException("Set -D" + DIRECTORY_PROPERTY + "=DIRECTORY", e);
    }
  }

  /** Ten thousand records of an int, a Chinese text, an e-mail, a double, a list and a boolean. */
  static List<Map<String, Object>> records() {
    Random random = new Random(SEED);
    List<Map<String, Object>> records = new ArrayList<>(RECORDS);
    for (int i = 0; i < RECORDS; i++) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("id", i);
      map.put("name", "用户" + chinese(random, 2 + random.nextInt(3)));
      map.put("email", "user" + i + "@example.com");
      map.put("score", random.nextInt(10_000) / 100.0);
      map.put("tags", List.of("a" + random.nextInt(100), "b" + random.nextInt(100), "c"));
      map.put("active", random.nextBoolean());
      records.add(map);
    }
    return records;
  }

  private static String chinese(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) (0x4E00 + random.nextInt(5000)));
    }
    return text.toString();
  }
}
