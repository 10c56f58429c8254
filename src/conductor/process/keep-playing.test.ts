import { describe, expect, it } from "vitest";
import { TuttiError } from "../../base/error.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { type Conductor, makeFront } from "./front.ts";
import { keepPlaying } from "./keep-playing.ts";
import { makeStopRequest } from "./stop.ts";

const full = (): TuttiError => new TuttiError("store.write_failed", "no space left", { audience: "environment" });

/** An engine that tells what it is told, and breaks when it is to. */
function makeEngine(told: string[]) {
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<Error>();
  const tell = (what: string) => () => Promise.resolve(void told.push(what));
  const engine = {
    handlers: {},
    bus: {},
    playing: () => 0,
    stop: tell("stop"),
    close: tell("close"),
    broken,
  } as unknown as Conductor;
  return { engine, breakDown };
}

function makeParts(open: () => Promise<Conductor>) {
  const front = makeFront(() => undefined);
  const lines: string[] = [];
  const opened = Promise.withResolvers<undefined>();
  return {
    front: {
      ...front,
      open: (engine: Conductor) => {
        front.open(engine);
        opened.resolve(undefined);
      },
    },
    opened: opened.promise,
    stop: makeStopRequest(),
    lines,
    log: { write: (_level: string, what: string) => void lines.push(what) },
    home: tempFolder(),
    open,
    world: {
      after: (_: number, call: () => void) => {
        const timer = setImmediate(call);
        return () => {
          clearImmediate(timer);
        };
      },
    },
  };
}

describe("a conductor", () => {
  it("that is to stop ends what it plays, then the engine", async () => {
    const told: string[] = [];
    const parts = makeParts(() => Promise.resolve(makeEngine(told).engine));
    const playing = keepPlaying(parts);
    await parts.opened;
    parts.stop.request("enough");
    await playing;
    expect(told).toEqual(["stop", "close"]);
  });

  it("whose store can't be written opens it again and again, and goes on when it can", async () => {
    const told: string[] = [];
    const [first, second] = [makeEngine(told), makeEngine(told)];
    const tries = [
      () => Promise.resolve(first.engine),
      () => Promise.reject(full()),
      () => Promise.reject(full()),
      () => Promise.resolve(second.engine),
    ];
    const reopened = Promise.withResolvers<undefined>();
    const parts = makeParts(() => {
      const next = tries.shift() ?? (() => Promise.reject(full()));
      if (tries.length === 0) reopened.resolve(undefined);
      return next();
    });
    const playing = keepPlaying(parts);
    await parts.opened;
    first.breakDown(full());
    await reopened.promise;
    await new Promise(setImmediate);
    expect(parts.front.engine()).toBe(second.engine);
    expect(told).toEqual(["stop", "close"]);
    expect(parts.lines.filter((line) => line.includes("no space left"))).toEqual([
      expect.stringMatching(/\d MB are free/),
    ]);
    parts.stop.request("enough");
    await playing;
  });

  it("tells its clients how much room is left while it waits for more, and can be stopped meanwhile", async () => {
    const waits = Promise.withResolvers<undefined>();
    const parts = makeParts(() => Promise.reject(full()));
    const playing = keepPlaying({
      ...parts,
      world: {
        after: () => {
          waits.resolve(undefined);
          return () => undefined;
        },
      },
    });
    await waits.promise;
    await expect(parts.front.handlers["job.list"]({})).rejects.toThrow(/no space left \([\d.]+ MB are free\)/);
    parts.stop.request("enough");
    await playing;
    expect(parts.stop.isRequested()).toBe(true);
  });

  it("that can't be opened for another reason ends, and tells those who wait for it", async () => {
    const corrupt = new TuttiError("store.corrupt", "damaged", { audience: "environment" });
    const parts = makeParts(() => Promise.reject(corrupt));
    const asked = parts.front.handlers["job.list"]({});
    await expect(keepPlaying(parts)).rejects.toBe(corrupt);
    await expect(asked).rejects.toBe(corrupt);
  });
});
