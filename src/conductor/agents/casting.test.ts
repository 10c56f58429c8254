import { describe, expect, it } from "vitest";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { openGates } from "../../../test/kit/performed.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import type { ProfileAgentPlan } from "../../score/plan/agent-plan.ts";
import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import { openBook } from "../book.ts";
import { type Casting, castSheets } from "./casting.ts";
import type { Gates } from "./gates.ts";

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

const gatesAt = (): Gates => openGates({ now: () => now });
const meet = (gates: Gates, who: ProfileAgentPlan, [code, resetAt]: readonly [TroubleCode, number?]): Promise<void> => {
  const trouble = { code, detail: "", resetAt: (resetAt ?? null) as EpochMs | null };
  return gates.note(who, { end: { kind: "exited", code: 1 }, trouble, at: 1 as EpochMs, chance: 0 }, makeRetry({}));
};

function cast(gates: Gates): Casting & { readonly place: number | null } {
  const job = makeJob("job", [], { plan: makePlan([makeSheet("a", { agent: first, fallbacks: [second] })]) });
  const casting = castSheets(gates, openBook({ append: () => Promise.resolve(0) }, { job, states: new Map() }), now);
  const place = casting.accepts(sheet) ? casting.agentFor(sheet) : null;
  return Object.assign(casting, { place });
}

describe("a sheet with two agents", () => {
  it("waits for the first while that meets a limit, and goes to the second when there is no quota or no entry", async () => {
    const gates = gatesAt();
    expect(cast(gates).place).toBe(0);
    await meet(gates, first, ["E101", 20_000]);
    expect(cast(gates)).toMatchObject({ place: null, wakeAt: 20_000 });
    await meet(gates, first, ["E104", 90_000]);
    expect(cast(gates).place).toBe(1);
  });

  it("needs a person when both are stopped", async () => {
    const gates = gatesAt();
    await meet(gates, first, ["E502"]);
    await meet(gates, second, ["E502"]);
    expect(cast(gates)).toMatchObject({ place: null, stopped: { agent: "first" } });
  });

  it("needs nobody while the second is only taken by another job: one that comes back makes room", async () => {
    const gates = gatesAt();
    await meet(gates, first, ["E502"]);
    await meet(gates, second, ["E101", 9_000]);
    const isBack = gates.send(second);
    expect(cast(gates)).toMatchObject({ place: null, wakeAt: null, stopped: null });
    isBack();
    expect(cast(gates).place).toBe(1);
  });
});
