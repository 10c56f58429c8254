import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hastyWorld } from "../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf } from "../../../test/kit/landing-ground.ts";
import { type Files, makeMemoryGit, memoryGround } from "../../../test/kit/memory-ground.ts";
import type { CommitSha } from "../../base/ids.ts";
import { type PromiseScope, usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { failedOf } from "../../sheet/verdict.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { SheetPromise } from "../promises/promise.ts";
import { makeQueue } from "./queue.ts";
import { times } from "../../../test/kit/long.ts";

const main = "refs/heads/main";

/** A result: what it changes, and what must be true of the files for as long as its landing stands. */
interface Result {
  readonly id: string;
  readonly job?: string;
  readonly change: Files;
  readonly promise?: (files: Files) => boolean;
}

/** A queue on git in memory, in which landed sheets promise what the test says. */
function makeStory(
  results: readonly Result[],
  { scope = "job", parallel = 3 }: { readonly scope?: PromiseScope; readonly parallel?: number } = {},
) {
  const git = makeMemoryGit({ shared: "old" });
  const start = git.refs.get(main) as CommitSha;
  const asked: string[] = [];
  const known = new Map<string, boolean>();
  const landings: Landed[] = [];
  const events: { readonly sheet: string; readonly event: SheetEvent }[] = [];
  const landing = { ...usualLandingPlan, promises: scope, batch: { ...usualLandingPlan.batch, parallel } };
  const sheets = results.map(({ id }) => makeSheet(id));
  const jobOf = (id: string) => makeJob(id, [], { plan: makePlan(sheets, { landing }), parallel: 4 });
  const askOf = (promiser: Candidate): readonly SheetPromise[] => {
    const { promise } = results.find(({ id }) => id === promiser.sheet.id) ?? {};
    const name = `promise of ${promiser.sheet.id}`;
    const ask = {
      name,
      digest: promiser.sheet.id,
      timeoutMs: 1_000,
      isQuick: false,
      by: [promiser] as const,
      part: "commands",
      count: 1,
      programs: [],
    } as const;
    return promise === undefined ? [] : [ask];
  };
  const holds = (id: string, files: Files): boolean => results.find((one) => one.id === id)?.promise?.(files) ?? true;
  const ground = memoryGround(
    git,
    {
      pass: () => Promise.resolve(),
      check: () => undefined,
      gates: () => Promise.resolve(null),
      validate: ({ candidate, tree }) => Promise.resolve(holds(candidate.sheet.id, git.filesIn(tree))),
      promised: askOf,
      // As the real ground does, it remembers what was said of a tree.
      keeps: (tree, { digest }) => {
        const key = `${digest} ${tree}`;
        if (!known.has(key)) asked.push(digest);
        known.set(key, holds(digest, git.filesIn(tree)));
        return known.get(key) ?? false;
      },
      lands: (_, stack) => void landings.push(...stack),
      blocks: () => null,
      wrong: (text) => {
        throw new Error(text);
      },
    },
    { ref: main, origin: main },
  );
  const queue = makeQueue({ ground, world: hastyWorld, rules: () => ({ isPaused: false, first: [] }) });
  const candidate = ({ id, job = "j", change }: Result, base = start): Candidate =>
    candidateOf({
      job: jobOf(job),
      sheet: makeSheet(id),
      base,
      capture: git.commit({ ...git.filesOf(base), ...change }, { parent: base }),
      verdict: { kind: "judged", results: [{ index: 0, description: "", passed: true, reason: "" }] },
    });
  const offer = (candidates: readonly Candidate[]): Promise<void> =>
    queue.offer({
      candidates,
      record: {
        stop: new AbortController().signal,
        wants: () => true,
        job: () => Promise.reject(new Error("nothing stands in the way")),
        sheets: (news) => {
          events.push(...news.map(({ candidate: { sheet }, event }) => ({ sheet: sheet.id, event })));
          return Promise.resolve();
        },
      },
    });
  const outcomes = (): readonly string[] =>
    events.filter(({ event }) => event.kind !== "landing").map(({ sheet, event }) => `${sheet} ${event.kind}`);
  const person = (change: Files): void => {
    const head = git.refs.get(main) as CommitSha;
    git.swap(main, head, git.commit({ ...git.filesOf(head), ...change }, { parent: head }));
  };
  return {
    git,
    asked,
    events,
    landings,
    candidate,
    offer,
    outcomes,
    person,
    holds,
    results,
    head: () => git.refs.get(main) as CommitSha,
  };
}

const reader: Result = { id: "reader", change: { reader: "new" }, promise: ({ shared }) => shared === "old" };
const changer: Result = { id: "changer", change: { shared: "new" } };

describe("the promise of a landed sheet", () => {
  it("keeps a result from landing that breaks it, and the sheet is named", async () => {
    const story = makeStory([reader, changer]);
    await story.offer([story.candidate(reader), story.candidate(changer)]);
    expect(story.outcomes()).toEqual(["reader landed", "changer rejected"]);
    const rejected = story.events.find(({ event }) => event.kind === "rejected")?.event;
    expect(
      rejected?.kind === "rejected" ? failedOf(rejected.verdict).map(({ promisedBy }) => promisedBy) : null,
    ).toEqual([["reader"]]);
  });

  it("does not bind a sheet that started from its work", async () => {
    const story = makeStory([reader, changer]);
    await story.offer([story.candidate(reader)]);
    await story.offer([story.candidate(changer, story.head())]);
    expect([story.outcomes(), story.asked]).toEqual([["reader landed", "changer landed"], []]);
  });

  it("is no result's fault once the target itself does not keep it", async () => {
    const story = makeStory([reader, changer, { id: "third", change: { third: "new" } }]);
    await story.offer([story.candidate(reader)]);
    story.person({ shared: "of a person" });
    await story.offer([story.candidate({ id: "third", change: { third: "new" } })]);
    expect(story.outcomes()).toEqual(["reader landed", "third landed"]);
  });

  it.each<[PromiseScope, string]>([
    ["none", "landed"],
    ["job", "landed"],
    ["target", "rejected"],
  ])("of another job counts by the setting: %s", async (scope, outcome) => {
    const other = { ...changer, job: "k" };
    const story = makeStory([reader, other], { scope });
    await story.offer([story.candidate(reader)]);
    await story.offer([story.candidate(other)]);
    expect(story.outcomes()).toEqual(["reader landed", `changer ${outcome}`]);
  });

  it("is in the receipt of what landed on it", async () => {
    const story = makeStory([reader, { id: "third", change: { third: "new" } }]);
    await story.offer([story.candidate(reader), story.candidate({ id: "third", change: { third: "new" } })]);
    expect(
      story.landings.map(({ promises }) =>
        promises?.map(({ promisedBy, passed }) => [promisedBy?.map(({ sheet }) => sheet), passed]),
      ),
    ).toEqual([[], [[["reader"], true]]]);
  });

  it("costs about one run for each of many results that come together, not one for each pair", async () => {
    const many = Array.from(
      { length: 40 },
      (_, place): Result => ({
        id: `s${String(place)}`,
        change: { [`f${String(place)}`]: "new" },
        promise: () => true,
      }),
    );
    const story = makeStory(many);
    await story.offer(many.map((one) => story.candidate(one)));
    expect(story.landings).toHaveLength(40);
    expect(story.asked.length).toBeLessThanOrEqual(80);
  });
});

const anyResults = fc
  .uniqueArray(fc.nat(11), { minLength: 1, maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          at: fc.nat(5),
          value: fc.nat(2),
          minds: fc.nat(5),
          wants: fc.nat(2),
          never: fc.nat(3),
        }),
      ),
    ),
  )
  .map((all) =>
    all.map(({ id, at, value, minds, wants, never }): Result => {
      const change = { [`own${String(id)}`]: "new", ...(never === 0 ? { [`p${String(at)}`]: String(value) } : {}) };
      const mine = change[`p${String(minds)}`];
      // A promise holds of its own result.
      return {
        id: `s${String(id)}`,
        change,
        promise: (files) => [undefined, mine, String(wants)].includes(files[`p${String(minds)}`]),
      };
    }),
  );

describe("a line with promises that is played to its end", () => {
  it("leaves a tree that keeps what every sheet in it promised, and answers everybody", async () => {
    await fc.assert(
      fc.asyncProperty(anyResults, fc.integer({ min: 1, max: 3 }), async (results, lots) => {
        const story = makeStory(results);
        const all = results.map((one) => story.candidate(one));
        const size = Math.ceil(all.length / lots);
        await Promise.all(
          Array.from({ length: lots }, (_, lot) => story.offer(all.slice(lot * size, (lot + 1) * size))),
        );
        const files = story.git.filesOf(story.head());
        const landed = story.landings.map(({ candidate }) => candidate.sheet.id);
        expect(landed.filter((id) => !story.holds(id, files))).toEqual([]);
        expect(story.outcomes()).toHaveLength(results.length);
      }),
      { numRuns: times(60, 150) },
    );
  });
});
