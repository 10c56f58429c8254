import { describe, expect, it } from "vitest";
import type { JobId } from "../../base/ids.ts";
import type { World } from "../../base/world/world.ts";
import { hastyWorld } from "../../../test/kit/git.ts";
import { watchPulls } from "./watch.ts";

/** A world in which time passes when the test says so. */
function stillWorld(): { readonly world: World; readonly delays: number[]; readonly pass: () => Promise<void> } {
  let due: (() => void) | undefined;
  const delays: number[] = [];
  const world: World = {
    ...hastyWorld,
    after: (delay, call) => {
      delays.push(delay);
      due = call;
      return () => {
        due = undefined;
      };
    },
  };
  const pass = async (): Promise<void> => {
    const call = due;
    due = undefined;
    call?.();
    // All that follows from it is done before a turn of the loop is over.
    await new Promise(setImmediate);
  };
  return { world, delays, pass };
}

function watched(pollMs: () => number | null, fails: (job: string) => string | null = () => null) {
  const { world, delays, pass } = stillWorld();
  const synced: string[] = [];
  const notices: string[] = [];
  const sync = (job: JobId): Promise<void> => {
    synced.push(job);
    const why = fails(job);
    return why === null ? Promise.resolve() : Promise.reject(new TypeError(why));
  };
  const jobs = (): Promise<readonly JobId[]> => Promise.resolve(["one", "two"] as JobId[]);
  const watch = watchPulls({ world, pollMs, jobs, sync, notice: (text) => void notices.push(text) });
  return { watch, delays, pass, synced, notices };
}

describe("the watch over pull requests", () => {
  it("looks at those of each job, again and again, until it is ended", async () => {
    const { watch, delays, pass, synced } = watched(() => 120_000);
    await pass();
    await pass();
    expect(synced).toEqual(["one", "two", "one", "two"]);
    expect(delays).toEqual([120_000, 120_000, 120_000]);
    watch.stop();
    await pass();
    expect(synced).toHaveLength(4);
  });

  it("never looks while the setting says so, and hears when it changes", async () => {
    let poll: number | null = 0;
    const { pass, synced, delays } = watched(() => poll);
    await pass();
    expect(synced).toEqual([]);
    poll = 5_000;
    await pass();
    await pass();
    expect(synced).toEqual(["one", "two"]);
    expect(delays.slice(0, 3)).toEqual([60_000, 60_000, 5_000]);
  });

  it("is kept from one job by what fails, and from no other; the same is said once", async () => {
    let why: string | null = "no login";
    const { pass, synced, notices } = watched(
      () => 1,
      (job) => (job === "one" ? why : null),
    );
    await pass();
    await pass();
    expect(synced).toEqual(["one", "two", "one", "two"]);
    expect(notices).toEqual(["the pull requests of one could not be looked at: no login"]);
    why = null;
    await pass();
    why = "no login";
    await pass();
    expect(notices).toHaveLength(2);
  });
});
