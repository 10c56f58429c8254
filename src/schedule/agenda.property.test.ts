import { noCounts } from "../sheet/counts.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { makePlan, makeSheet } from "../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../base/ids.ts";
import type { Plan } from "../score/plan/plan.ts";
import { isGood } from "../sheet/outcome.ts";
import { fresh } from "../sheet/state.ts";
import type { SheetState } from "../sheet/state.ts";
import { type Next, makeAgenda } from "./agenda.ts";
import { blockedSheets } from "./blocked.ts";
import { times } from "../../test/kit/long.ts";

const sha = "a".repeat(40) as CommitSha;
const over = { attempt: 1, context: null, session: null, counts: noCounts };
const result = {
  ...over,
  context: "x" as ContextId,
  base: sha,
  capture: sha,
  verdict: { kind: "unvalidated" } as const,
};
const done: SheetState = { ...over, kind: "done", inPlace: false };
const failed: SheetState = { ...over, kind: "failed", reason: { kind: "interruptions" }, kept: null };

const anyState: fc.Arbitrary<SheetState> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.option(fc.nat(60)).map((ms): SheetState => ({ ...fresh, notBefore: ms as EpochMs | null })),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom<SheetState>(
      {
        ...over,
        kind: "running",
        context: "x" as ContextId,
        base: sha,
        lands: true,
        startedAt: 0 as EpochMs,
        continueFrom: null,
        brief: null,
        isAlive: true,
      },
      { ...result, kind: "captured", isApproved: true },
      { ...result, kind: "landing", commit: sha, parent: sha, target: "refs/heads/main", level: "unvalidated" },
      { ...over, kind: "landed", commit: sha, level: "unvalidated" },
      done,
      { kind: "skipped", why: "", context: null },
      failed,
      { ...over, kind: "cancelled", kept: null },
    ),
  },
);

/** Sheets in any order, each after some of those with a smaller number. */
const anyPlan = (largest: number): fc.Arbitrary<Plan> =>
  fc.integer({ min: 1, max: largest }).chain((size) =>
    fc
      .tuple(
        fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: size, maxLength: size }),
        fc.shuffledSubarray(
          Array.from({ length: size }, (_, index) => index),
          { minLength: size },
        ),
      )
      .map(([picks, order]) =>
        makePlan(
          order.map((index) => {
            const after =
              index === 0 ? [] : [...new Set((picks[index] ?? []).map((pick) => `s${pick % index}` as SheetId))];
            return makeSheet(`s${index}`, { after });
          }),
        ),
      ),
  );

interface Situation {
  readonly plan: Plan;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly isExclusive: boolean;
}

/** The plain definition: looks at everything. */
function scan({ plan, states, isExclusive }: Situation, now: number, limit: number): Next {
  const stateOf = (id: SheetId): SheetState => states.get(id) ?? fresh;
  const kinds = plan.sheets.map(({ id }) => stateOf(id).kind);
  const isBusy = kinds.some((kind) => kind === "running" || kind === "captured" || kind === "landing");
  const free = isExclusive
    ? Math.min(limit, isBusy ? 0 : 1)
    : limit - kinds.filter((kind) => kind === "running").length;
  const open = plan.sheets.flatMap(({ id, after }) => {
    const state = stateOf(id);
    return state.kind === "waiting" && after.every((other) => isGood(stateOf(other)))
      ? [{ id, notBefore: state.notBefore ?? 0 }]
      : [];
  });
  const later = open.filter(({ notBefore }) => notBefore > now).map(({ notBefore }) => notBefore as EpochMs);
  const start = open.filter(({ notBefore }) => notBefore <= now).map(({ id }) => id);
  return {
    start: start.slice(0, Math.max(0, free)),
    wakeAt: later.length === 0 ? null : (Math.min(...later) as EpochMs),
  };
}

it("after any events the agenda says what a look at every sheet says", () => {
  const events = fc.array(
    fc.record({ pick: fc.nat(), state: anyState, passed: fc.nat(3), limit: fc.integer({ min: 0, max: 5 }) }),
    { maxLength: 40 },
  );
  // With more than 32 sheets the agenda's sets get another row.
  const plans = fc.oneof(anyPlan(12), anyPlan(70));
  const check = fc.property(
    fc.record({ plan: plans, isExclusive: fc.boolean() }),
    fc.array(anyState, { maxLength: 12 }),
    events,
    ({ plan, isExclusive }, first, happened) => {
      const idAt = (pick: number): SheetId => plan.sheets[pick % plan.sheets.length]!.id;
      const states = new Map(first.map((state, index) => [idAt(index), state]));
      const agenda = makeAgenda(plan, states, isExclusive);
      let now = 0;
      expect(agenda.next({ now: now as EpochMs, limit: 3 })).toEqual(scan({ plan, states, isExclusive }, now, 3));
      for (const { pick, state, passed, limit } of happened) {
        now += passed;
        agenda.note(idAt(pick), state);
        states.set(idAt(pick), state);
        expect(agenda.next({ now: now as EpochMs, limit })).toEqual(scan({ plan, states, isExclusive }, now, limit));
        const kinds = plan.sheets.map(({ id }): [SheetId, SheetState["kind"]] => [
          id,
          states.get(id)?.kind ?? "waiting",
        ]);
        expect(agenda.candidates()).toEqual(
          kinds.filter(([, kind]) => kind === "captured" || kind === "landing").map(([id]) => id),
        );
        expect(agenda.count(state.kind)).toBe(kinds.filter(([, kind]) => kind === state.kind).length);
        expect(agenda.running).toBe(kinds.filter(([, kind]) => kind === "running").length);
        expect(agenda.busy).toBe(
          kinds.filter(([, kind]) => kind === "running" || kind === "captured" || kind === "landing").length,
        );
        expect(agenda.notGood).toBe(plan.sheets.filter(({ id }) => !isGood(states.get(id) ?? fresh)).length);
      }
    },
  );
  fc.assert(check, { numRuns: times(250, 1_000) });
});

it("in a plan of thousands it still says the same", () => {
  const plan = makePlan(
    Array.from({ length: 3_000 }, (_, index) =>
      makeSheet(`s${index}`, { after: index < 50 ? [] : [`s${index - 50}` as SheetId] }),
    ),
  );
  const states = new Map<SheetId, SheetState>();
  const agenda = makeAgenda(plan, states, false);
  for (const [index, { id }] of plan.sheets.entries()) {
    states.set(id, done);
    agenda.note(id, done);
    if (index % 97 === 0)
      expect(agenda.next({ now: 0 as EpochMs, limit: 60 })).toEqual(scan({ plan, states, isExclusive: false }, 0, 60));
  }
});

it("every sheet starts in the end, or is blocked by one that failed", () => {
  const check = fc.property(
    anyPlan(12),
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.boolean(), { maxLength: 12 }),
    (plan, limit, failures) => {
      const states = new Map<SheetId, SheetState>();
      const agenda = makeAgenda(plan, states, false);
      const start = (): readonly SheetId[] => agenda.next({ now: 0 as EpochMs, limit }).start;
      for (let round = 0; round < plan.sheets.length && start().length > 0; round += 1) {
        for (const id of start()) {
          states.set(id, failures[plan.sheets.findIndex((sheet) => sheet.id === id)] === true ? failed : done);
          agenda.note(id, states.get(id) ?? fresh);
        }
      }
      expect(start()).toEqual([]);
      expect(states.size + blockedSheets(plan, (id) => states.get(id) ?? fresh).length).toBe(plan.sheets.length);
    },
  );
  fc.assert(check, { numRuns: times(125, 500) });
});
