import { describe, expect, it } from "vitest";
import { makeHeldStage } from "../../test/kit/held-stage.ts";
import { TuttiError } from "../base/error.ts";
import type { SheetId } from "../base/ids.ts";

const verbs = [
  "repair",
  "listContexts",
  "readBase",
  "enterContext",
  "prepare",
  "capture a",
  "validate",
  "settle",
  "land",
  "publish",
  "destroy",
  "conclude",
];

const killed = (): Error =>
  new TuttiError("git.failed", "git write-tree was ended (signalled)", { audience: "environment" });
const shortage = (): Error => Object.assign(new Error("too many open files"), { code: "EMFILE" });

/** A stage one of whose verbs meets a fault so many times. */
async function stageWith(verb: string, times: number, fault = killed) {
  let met = 0;
  const meets = (what: string): void => {
    if (what !== verb || met >= times) return;
    met += 1;
    throw fault();
  };
  const stage = await makeHeldStage(["a"], { meets });
  await stage.begin();
  await stage.parts.stage.playing(stage.job.id)?.rest;
  const sheet = (await stage.parts.store.sheets(stage.job.id)).get("a" as SheetId);
  return { stage, sheet, met: () => met };
}

describe("a fault of the machine", () => {
  it.each(verbs)("that passes costs a sheet nothing (%s)", async (verb) => {
    const { stage, sheet, met } = await stageWith(verb, 3, verb === "enterContext" ? shortage : killed);
    expect(met()).toBe(3);
    expect([await stage.status(), stage.landed(), stage.played(), stage.faults]).toEqual(["finished", ["a@1"], 1, []]);
    expect(sheet).toMatchObject({ kind: "landed", attempt: 1, counts: { attempts: 1, failures: 0, tried: [] } });
  });

  it("that lasts fails a sheet that gets no context, after eight tries more and without another attempt", async () => {
    const { sheet, met } = await stageWith("enterContext", Infinity);
    expect(met()).toBe(9);
    expect(sheet).toMatchObject({
      kind: "failed",
      attempt: 1,
      reason: { kind: "context", detail: "git write-tree was ended (signalled)" },
    });
  });

  it.each(["land", "publish"])(
    "that lasts pauses a job whose results can't land, and keeps them (%s)",
    async (verb) => {
      const { stage, sheet, met } = await stageWith(verb, Infinity);
      expect(met()).toBe(9);
      expect([await stage.status(), sheet?.kind, stage.played()]).toEqual(["paused", "captured", 1]);
    },
  );

  it("that many results meet at once counts once", async () => {
    const sheets = Array.from({ length: 12 }, (_, place) => `s${String(place)}`);
    const { promise: allThere, resolve } = Promise.withResolvers<undefined>();
    let offers = 0;
    const meets = async (what: string): Promise<void> => {
      if (what !== "land" || offers === sheets.length) return;
      offers += 1;
      if (offers === sheets.length) resolve(undefined);
      await allThere;
      throw killed();
    };
    const stage = await makeHeldStage(sheets, { meets, job: { parallel: 1 } });
    await stage.begin();
    await stage.parts.stage.playing(stage.job.id)?.rest;
    expect([await stage.status(), stage.landed().length, stage.played()]).toEqual(["finished", 12, 12]);
  });
});
