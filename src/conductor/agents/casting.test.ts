import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { openThrottles } from "../../../test/kit/performed.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { ProfileAgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import { fresh, type SheetState } from "../../sheet/state.ts";
import { type Book, openBook } from "../book.ts";
import { type Casting, castSheets } from "./casting.ts";
import type { Throttles } from "./throttles.ts";

const now = 10_000 as EpochMs;
const agent = (name: string): ProfileAgentPlan => ({
  kind: "profile",
  name,
  model: null,
  args: [],
  env: {},
  account: null,
});
const [first, second] = [agent("first"), agent("second")];
const sheet = "a" as SheetId;

const throttlesAt = (): Throttles => openThrottles({ now: () => now });
const meet = (
  throttles: Throttles,
  who: ProfileAgentPlan,
  [code, resetAt]: readonly [TroubleCode, number?],
): Promise<void> => {
  const trouble = { code, detail: "", resetAt: (resetAt ?? null) as EpochMs | null };
  return throttles.note(
    { agent: who },
    { end: { kind: "exited", code: 1 }, trouble, at: 1 as EpochMs, chance: 0 },
    makeRetry({}),
  );
};

function cast(throttles: Throttles): Casting & { readonly place: number | null } {
  const job = makeJob("job", [], { plan: makePlan([makeSheet("a", { agent: first, fallbacks: [second] })]) });
  const casting = castSheets(throttles, openBook({ append: () => Promise.resolve(0) }, { job, states: new Map() }), {
    now,
    costLeftUsd: null,
    figures: [],
    notes: [],
  });
  const place = casting.accepts(sheet) ? casting.agentFor(sheet) : null;
  return Object.assign(casting, { place });
}

describe("a sheet with two agents", () => {
  it("waits for the first while that meets a limit, and goes to the second when there is no quota or no entry", async () => {
    const throttles = throttlesAt();
    expect(cast(throttles).place).toBe(0);
    await meet(throttles, first, ["E101", 20_000]);
    expect(cast(throttles)).toMatchObject({ place: null, wakeAt: 20_000 });
    await meet(throttles, first, ["E104", 90_000]);
    expect(cast(throttles).place).toBe(1);
  });

  it("needs a person when both are stopped", async () => {
    const throttles = throttlesAt();
    await meet(throttles, first, ["E502"]);
    await meet(throttles, second, ["E502"]);
    expect(cast(throttles)).toMatchObject({ place: null, stopped: { agent: "first" } });
  });

  it("needs no other agent while the second is only taken by another job: one that comes back makes room", async () => {
    const throttles = throttlesAt();
    await meet(throttles, first, ["E502"]);
    await meet(throttles, second, ["E104", 9_000]);
    const out = throttles.begin(second, { now, isUrgent: false });
    expect(cast(throttles)).toMatchObject({ place: null, wakeAt: null, stopped: null });
    out?.back();
    expect(cast(throttles).place).toBe(1);
  });
});

describe("a sheet whose agent routing chooses", () => {
  const third = agent("third");
  const routing = {
    agents: [first, second, third],
    pool: 3,
    order: "random",
    holdOut: 0.1,
    minSuccess: 0.5,
    rules: [],
  } as const;
  const sheetPlan = makeSheet("a", { agent: first, fallbacks: [second, third], routed: 0 });
  const job = makeJob("job", [], { plan: { ...makePlan([sheetPlan]), routing } });
  const facts = { now, costLeftUsd: null, figures: [], notes: [] };
  const bookWith = (states: ReadonlyMap<SheetId, SheetState>): Book =>
    openBook({ append: () => Promise.resolve(0) }, { job, states });

  it("draws the same order again from the same journal", () => {
    const orders = Array.from({ length: 3 }, () => {
      const casting = castSheets(throttlesAt(), bookWith(new Map()), facts);
      casting.accepts(sheet);
      return casting.drawnFor(sheet);
    });
    expect(orders[0]?.order).toHaveLength(3);
    expect([orders[1], orders[2]]).toEqual([orders[0], orders[0]]);
  });

  it("keeps the order that was written with its first start, also after a crash", () => {
    const drawn = { order: [2, 0, 1] };
    const waiting = { ...fresh, counts: { ...fresh.counts, attempts: 1, drawn } };
    const book = bookWith(new Map([[sheet, waiting]]));
    const casting = castSheets(throttlesAt(), book, facts);
    expect([casting.accepts(sheet), casting.agentFor(sheet), casting.drawnFor(sheet)]).toEqual([true, 0, undefined]);
    expect(agentFor(sheetPlan, waiting.counts)).toBe(third);
  });
});
