// SPDX-License-Identifier: Apache-2.0
package orjson;

/** Seeds of random tests: a new one each time, or the one given by {@code -Dorjson.seed=…}. */
public final class Seed {

  private Seed() {}

  /** The seed to use, which the test must show when it fails. */
  public static long next() {
    return Long.getLong("orjson.seed", System.nanoTime());
  }
}
