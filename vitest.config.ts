import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,test,prove,bench}/**/*.test.ts"],
    // Real processes on a busy machine take what they take; a test that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes: half as many workers again as there are cores, where Vitest would leave one core free and use a single worker on two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A test that only passes after another one is not a fact about the product; the same order each time, or a failure could not be found again.
    sequence: { shuffle: { files: false, tests: true }, seed: 1 },
    setupFiles: ["test/kit/seed-properties.ts"],
    expect: { requireAssertions: true },
    allowOnly: false,
    // What a test plays is played in its own process unless it says otherwise: no conductor may outlive it.
    env: { TUTTI_LOCAL: "1" },
    unstubEnvs: true,
    restoreMocks: true,
  },
});
