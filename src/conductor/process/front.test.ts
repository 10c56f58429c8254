import { describe, expect, it } from "vitest";
import type { Handlers } from "../../api/methods/table.ts";
import { TuttiError } from "../../base/error.ts";
import { type Conductor, makeFront } from "./front.ts";

const full = new TuttiError("store.write_failed", "the disk is full", { audience: "environment" });

/** Answers one method; the others are not called here. */
function engineThat(says: boolean): Conductor {
  return {
    handlers: { "conductor.ready": () => Promise.resolve({ ready: says, why: null }) } as unknown as Handlers,
  } as Conductor;
}

describe("a client of a conductor", () => {
  it("that came while it was getting ready is answered when it is", async () => {
    const front = makeFront(() => undefined);
    const asked = front.handlers["conductor.ready"]({});
    front.open(engineThat(true));
    expect(await asked).toEqual({ ready: true, why: null });
  });

  it("that came while it was getting ready is told why it never was", async () => {
    const front = makeFront(() => undefined);
    const asked = front.handlers["job.list"]({});
    front.shut(full);
    await expect(asked).rejects.toBe(full);
  });

  it("is told why nothing is played while the disk is full, and goes on with the same connection", async () => {
    const front = makeFront(() => undefined);
    front.open(engineThat(true));
    front.shut(full);
    await expect(front.handlers["job.list"]({})).rejects.toBe(full);
    await expect(front.bus.follow({}, {} as never)).rejects.toBe(full);
    expect(await front.handlers["conductor.ready"]({})).toEqual({ ready: false, why: full.message });
    expect(await front.handlers["conductor.health"]({})).toMatchObject({ healthy: false });
    front.open(engineThat(true));
    expect(await front.handlers["conductor.ready"]({})).toEqual({ ready: true, why: null });
  });

  it("can end a conductor whose disk is full, but does not take it for idle", async () => {
    const said: string[] = [];
    const front = makeFront((why) => said.push(why));
    front.shut(full);
    expect(await front.handlers["conductor.shutdown"]({ ifIdle: true, why: "newer" })).toMatchObject({
      stopping: false,
    });
    expect(said).toEqual([]);
    expect(await front.handlers["conductor.shutdown"]({ ifIdle: false, why: "enough" })).toMatchObject({
      stopping: true,
    });
    expect(said).toEqual(["enough"]);
  });
});
