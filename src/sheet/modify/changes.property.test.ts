import fc from "fast-check";
import { expect, it } from "vitest";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { attemptsOf, landed, running, statesOf } from "../../../test/kit/sheet-states.ts";
import type { SheetId } from "../../base/ids.ts";
import { type MessagePlan, usualLandingPlan, usualMessage } from "../../score/plan/landing-plan.ts";
import type { Plan, SheetPlan } from "../../score/plan/plan.ts";
import type { Job } from "../job.ts";
import { type SheetState, fresh } from "../state.ts";
import { changesOf } from "./changes.ts";

const names = ["alpha", "beta", "gamma", "delta"] as const;
const texts = ["say one", "say {{ word }}", "say {{ total_sheets }}"].map((text) => ({ text, includes: {} }));
const rules: Plan["rules"] = ["x", "y"].map((path) => ({
  check: { kind: "file_exists", path },
  description: null,
  stage: 1,
  retries: 0,
  retryDelayMs: 0,
  timeoutMs: 1000,
}));

const messages: readonly MessagePlan[] = [usualMessage, { ...usualMessage, summary: "other" }];

interface Spec {
  readonly ids: readonly (typeof names)[number][];
  readonly prompts: readonly number[];
  readonly checks: readonly (readonly number[])[];
  readonly timeouts: readonly number[];
  readonly helpers: readonly boolean[];
  readonly isChain: boolean;
  readonly attempts: number;
  readonly word: string;
  readonly description: string | null;
  readonly perJobUsd: number | null;
  readonly landing: Plan["landing"];
  readonly subjects: readonly number[];
  /** Its lists stand the other way round, which means nothing. */
  readonly isTurned: boolean;
}

const each = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(of, { minLength: names.length, maxLength: names.length });
const anySpec: fc.Arbitrary<Spec> = fc.record({
  ids: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
  prompts: each(fc.nat(2)),
  checks: each(fc.subarray([0, 1])),
  timeouts: each(fc.constantFrom(1000, 2000)),
  helpers: each(fc.boolean()),
  isChain: fc.boolean(),
  attempts: fc.constantFrom(1, 2),
  word: fc.constantFrom("a", "b"),
  description: fc.constantFrom(null, "d"),
  perJobUsd: fc.constantFrom(null, 1),
  // A list of its own each time, as from a reader.
  landing: fc.constantFrom("auto", "approve").map((mode) => ({ ...usualLandingPlan, mode, gates: [] })),
  subjects: each(fc.nat(1)),
  isTurned: fc.boolean(),
});

/** A plan as a reader would make it. */
function planFrom({
  ids,
  prompts,
  checks,
  timeouts,
  helpers,
  isChain,
  attempts,
  word,
  isTurned,
  perJobUsd,
  subjects,
  ...same
}: Spec): Plan {
  const turn = (place: number, length: number): number => (isTurned ? length - 1 - place : place);
  const listed = <T>(list: readonly T[]): readonly T[] => (isTurned ? list.toReversed() : list);
  const sheets = ids.map((id, index) => {
    const own = names.indexOf(id);
    return makeSheet(id, {
      numbers: { ...makeSheet(id).numbers, sheet_num: index + 1, total_sheets: ids.length },
      prompt: turn(prompts[own] ?? 0, texts.length),
      validations: (checks[own] ?? []).map((place) => turn(place, rules.length)),
      timeoutMs: timeouts[own] ?? 0,
      message: turn(subjects[own] ?? 0, messages.length),
      fallbacks: helpers[own] === true ? [{ kind: "scripted" }] : [],
      retry: makeRetry({ attempts }),
      after: isChain && index > 0 ? [ids[index - 1] as SheetId] : [],
    });
  });
  const { description, landing } = same;
  const cost = { perSheetUsd: null, perJobUsd, warnAt: 0.8 };
  return makePlan(sheets, {
    texts: listed(texts),
    rules: listed(rules),
    messages: listed(messages),
    description,
    landing,
    cost,
    variables: { plain: { word }, numbered: "" },
  });
}

const anyState = fc.constantFrom<SheetState>(
  fresh,
  running(1),
  landed("a"),
  attemptsOf("done", 1),
  attemptsOf("failed", 1),
  attemptsOf("captured", 1),
  {
    kind: "skipped",
    why: "so",
    context: null,
  },
);
interface Case {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  /** Near enough to the job's own that not everything is refused. */
  readonly plan: Plan;
}

const anyCase: fc.Arbitrary<Case> = fc
  .record({
    was: anySpec,
    other: anySpec,
    changed: fc.subarray<keyof Spec>(
      [
        "ids",
        "prompts",
        "checks",
        "timeouts",
        "helpers",
        "isChain",
        "attempts",
        "word",
        "description",
        "perJobUsd",
        "landing",
        "subjects",
        "isTurned",
      ],
      { maxLength: 3 },
    ),
    states: fc.record(Object.fromEntries(names.map((name) => [name, anyState]))),
    status: fc.constantFrom<Job["status"]>({ kind: "running" }, { kind: "cancelled" }),
  })
  .map(({ was, other, changed, states, status }) => ({
    job: makeJob("n-abcdef", [], { plan: planFrom(was), status }),
    states: statesOf(states),
    plan: planFrom({ ...was, ...Object.fromEntries(changed.map((key) => [key, other[key]])) }),
  }));

/** A sheet with what its places lead to. */
function whole(plan: Plan, sheet: SheetPlan): Readonly<Record<string, string>> {
  const { texts: said, rules: checks, messages: subjects } = plan;
  return {
    commit: JSON.stringify(subjects[sheet.message]),
    prompt: JSON.stringify(said[sheet.prompt]),
    validations: JSON.stringify(sheet.validations.map((place) => checks[place])),
    timeout: String(sheet.timeoutMs),
    fallbacks: JSON.stringify(sheet.fallbacks),
    retry: JSON.stringify(sheet.retry),
    after: JSON.stringify(sheet.after),
  };
}

const isOver = (state: SheetState | undefined): boolean => ["landed", "done", "skipped"].includes(state?.kind ?? "");

it("a job's own plan changes nothing", () => {
  fc.assert(
    fc.property(anyCase, ({ job, states }) => {
      expect(changesOf(job, states, { plan: structuredClone(job.plan) })).toEqual({ kind: "same" });
    }),
  );
});

it("a finished sheet stays in the job as it was, also where the score now says otherwise", () => {
  fc.assert(
    fc.property(anyCase, ({ job, states, plan }) => {
      const found = changesOf(job, states, { plan });
      if (found.kind !== "changes") return;
      for (const sheet of job.plan.sheets.filter(({ id }) => isOver(states.get(id)))) {
        const kept = found.plan.sheets.find(({ id }) => id === sheet.id) ?? makeSheet("gone");
        const ids = new Set(found.plan.sheets.map(({ id }) => id));
        expect(whole(found.plan, kept)).toEqual(
          whole(job.plan, { ...sheet, after: sheet.after.filter((id) => ids.has(id)) }),
        );
      }
    }),
  );
});

it("every sheet of the new score that did not finish is as the score says", () => {
  fc.assert(
    fc.property(anyCase, ({ job, states, plan }) => {
      const found = changesOf(job, states, { plan });
      if (found.kind !== "changes") return;
      const settled = new Set(
        job.plan.sheets
          .filter(({ id }) => isOver(states.get(id)) || states.get(id)?.kind === "captured")
          .map(({ id }) => id),
      );
      for (const sheet of plan.sheets.filter(({ id }) => !settled.has(id))) {
        const placed = found.plan.sheets.find(({ id }) => id === sheet.id) ?? makeSheet("gone");
        expect({ ...whole(found.plan, placed), numbers: placed.numbers }).toEqual({
          ...whole(plan, sheet),
          numbers: sheet.numbers,
        });
      }
      const numbers = found.plan.sheets.map(({ numbers: { sheet_num } }) => sheet_num);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }),
  );
});

it("every difference is told or refused", () => {
  fc.assert(
    fc.property(anyCase, ({ job, states, plan }) => {
      const found = changesOf(job, states, { plan });
      if (found.kind === "refused") return;
      const told = found.kind === "same" ? [] : found.changes;
      for (const [sheet, word] of differences(job.plan, plan)) {
        expect(told.filter((text) => text.startsWith(sheet) && text.includes(word))).toHaveLength(1);
      }
    }),
  );
});

/** The parts that differ, and the word that must be said of each difference. */
function differences(was: Plan, is: Plan): readonly (readonly [string, string])[] {
  const before = new Map(was.sheets.map((sheet) => [sheet.id, whole(was, sheet)]));
  const after = new Set(is.sheets.map(({ id }) => id));
  return [
    ...is.sheets.flatMap((sheet): [string, string][] => {
      const old = before.get(sheet.id);
      const now = whole(is, sheet);
      if (old === undefined) return [[sheet.id, ""]];
      return Object.keys(now).flatMap((word): [string, string][] =>
        now[word] === old[word] ? [] : [[`${sheet.id}:`, word]],
      );
    }),
    ...was.sheets.filter(({ id }) => !after.has(id)).map(({ id }): [string, string] => [id, ""]),
    ...(JSON.stringify(was.variables) === JSON.stringify(is.variables) ? [] : [["variables", "word"] as const]),
    ...(was.description === is.description ? [] : [["description", ""] as const]),
    ...(was.landing.mode === is.landing.mode ? [] : [["landing.mode", ""] as const]),
    ...(was.cost.perJobUsd === is.cost.perJobUsd ? [] : [["cost.per_job", ""] as const]),
  ];
}

it("an attempt under way never has a word changed that it was told", () => {
  fc.assert(
    fc.property(anyCase, ({ job, states, plan }) => {
      const found = changesOf(job, states, { plan });
      if (found.kind !== "changes" || job.status.kind !== "running") return;
      for (const sheet of job.plan.sheets.filter(({ id }) => states.get(id)?.kind === "running")) {
        const now = found.plan.sheets.find(({ id }) => id === sheet.id);
        expect(now).toBeDefined();
        // An attempt that holds the old sheet finds the same behind its places, and its prompt's names have the same
        // values.
        const text = found.plan.texts[sheet.prompt]?.text ?? "";
        expect(text).toBe(job.plan.texts[sheet.prompt]?.text);
        if (text.includes("word")) expect(found.plan.variables).toEqual(job.plan.variables);
        if (text.includes("total_sheets")) expect(now?.numbers.total_sheets).toBe(sheet.numbers.total_sheets);
      }
    }),
  );
});
