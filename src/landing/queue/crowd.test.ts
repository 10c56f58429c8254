import { expect, test } from "vitest";
import { hastyWorld } from "../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf } from "../../../test/kit/landing-ground.ts";
import { type Files, makeMemoryGit, memoryGround } from "../../../test/kit/memory-ground.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Candidate } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import { makeQueue } from "./queue.ts";

const main = "refs/heads/main";
const gate = {
  name: "g",
  command: { kind: "argv", argv: ["g"] },
  quick: null,
  timeoutMs: 1000,
  files: [],
  borrow: [],
} as const;
const files = { a: "1", b: "1", c: "1", d: "1" };

const passed: Verdict = { kind: "judged", results: [{ index: 0, description: "it", passed: true, reason: "" }] };

interface Story {
  /** How often another process is first. */
  readonly losses: number;
  readonly isGated?: boolean;
  /** A person commits so often, each time when something is tested. */
  readonly commits?: number;
  readonly revalidate?: "always";
  /** Results that fail on any merged tree. */
  readonly bad?: readonly string[];
  readonly atTurn?: (story: { readonly stop: () => void }) => void;
}

/** A queue on git in memory, on a target that another process moves right before the queue does. */
function makeStory({ losses, isGated = false, commits = 0, revalidate, bad = [], atTurn }: Story) {
  const git = makeMemoryGit(files);
  const start = git.refs.get(main) as CommitSha;
  const steps: string[] = [];
  const widths: (number | null)[] = [];
  const over = new AbortController();
  let pushes = 0;
  const tested: string[] = [];
  const levels: string[] = [];
  const test = (what: string): void => {
    tested.push(what);
    const head = git.refs.get(main) as CommitSha;
    if (tested.length <= commits)
      git.swap(
        main,
        head,
        git.commit(
          { ...git.filesOf(head), person: String(tested.length), [`own-${String(tested.length)}`]: "theirs" },
          { parent: head },
        ),
      );
  };
  const plain = memoryGround(
    git,
    {
      pass: () => Promise.resolve(),
      check: () => undefined,
      gates: ({ gates }) => {
        if (gates.length > 0) test("gates");
        return Promise.resolve(null);
      },
      validate: ({ candidate: { sheet } }) => {
        test(sheet.id);
        return Promise.resolve(!bad.includes(sheet.id));
      },
      lands: (_, stack) => void levels.push(...stack.map(({ candidate, level }) => `${candidate.sheet.id} ${level}`)),
      blocks: () => null,
      wrong: (text) => {
        throw new Error(text);
      },
    },
    { ref: main, origin: main },
  );
  const ground: Ground = {
    ...plain,
    inTurn: (turn, work) => {
      steps.push(`turn after ${String(turn.lost)}`);
      atTurn?.({ stop: () => over.abort() });
      return plain.inTurn(turn, work);
    },
    layer: (candidate, where) => {
      steps.push(`layer ${candidate.sheet.id}`);
      return plain.layer(candidate, where);
    },
    publish: async (...what) => {
      const head = git.refs.get(main) as CommitSha;
      if (pushes < losses)
        git.swap(main, head, git.commit({ ...git.filesOf(head), outside: String((pushes += 1)) }, { parent: head }));
      const outcome = await plain.publish(...what);
      steps.push(outcome.kind);
      widths.push(queue.look().window);
      return outcome;
    },
  };
  let now = 0;
  const world = {
    ...hastyWorld,
    now: () => now as EpochMs,
    after: (delayMs: number, call: () => void) =>
      hastyWorld.after(delayMs, () => {
        now += delayMs;
        call();
      }),
  };
  const queue = makeQueue({ ground, world, rules: () => ({ isPaused: false, first: [] }) });
  const plan = {
    ...usualLandingPlan,
    ...(revalidate === undefined ? {} : { revalidate }),
    gates: isGated ? [gate] : [],
    batch: { max: 16, window: 2, parallel: 1, waitMs: 0 },
  };
  const job = makeJob("j", [], { plan: makePlan([makeSheet("s")], { landing: plan }) });
  const result = (id: string, change: Files): Candidate => ({
    ...candidateOf({
      job,
      sheet: makeSheet(id),
      base: start,
      capture: git.commit({ ...files, ...change }, { parent: start }),
    }),
    ...(commits === 0 ? {} : { verdict: passed }),
  });
  const events: string[] = [];
  const record = {
    stop: over.signal,
    wants: () => true,
    job: () => Promise.reject(new Error("nothing stands in the way")),
    sheets: (news: readonly { readonly candidate: Candidate; readonly event: { readonly kind: string } }[]) => {
      events.push(...news.map(({ candidate, event }) => `${candidate.sheet.id} ${event.kind}`));
      return Promise.resolve();
    },
  };
  const offer = (...candidates: readonly Candidate[]): Promise<void> => queue.offer({ candidates, record });
  const told = (word: string): readonly string[] => steps.filter((step) => step.startsWith(word));
  /** The files of the target, with the changes of all who moved it. */
  const filesNow = (): Files => git.filesOf(git.refs.get(main) as CommitSha);
  return { queue, steps, widths, events, tested, levels, filesNow, result, offer, told };
}

test("a process that lands without others takes no turn", async () => {
  const { offer, result, steps } = makeStory({ losses: 0 });
  await offer(result("s", { a: "2" }));
  await offer(result("t", { b: "2" }));
  expect(steps).toEqual(["layer s", "published", "layer t", "published"]);
});

test("a result that came too late goes on in turn, and says how often that was; after some landings no other has to wait for it any more", async () => {
  const { offer, result, told } = makeStory({ losses: 3 });
  for (const [place] of Array.from({ length: 12 }).entries())
    await offer(result(`s${String(place)}`, { [`own-${String(place)}`]: "new" }));
  expect(told("moved")).toHaveLength(3);
  expect(told("turn")).toEqual([
    "turn after 1",
    "turn after 2",
    "turn after 3",
    ...Array.from({ length: 7 }, () => "turn after 0"),
  ]);
});

test("a landing that came too late does not count as one: the window grows by what landed", async () => {
  const { offer, result, widths, queue } = makeStory({ losses: 2, isGated: true });
  await offer(result("s", { a: "2" }), result("t", { b: "2" }));
  // As it was at each move of the target.
  expect(widths).toEqual([null, null, null]);
  await expect.poll(() => queue.look().window).toBe(4);
});

test("a result that conflicts is not tried again in a race, and has its answer when all else has landed", async () => {
  const { offer, result, events, steps } = makeStory({ losses: 2 });
  await offer(result("s", { a: "2" }), result("t", { a: "3" }));
  expect(events.filter((event) => !/ (landing|withdrawn)$/.test(event))).toEqual(["s landed", "t conflicted"]);
  expect(steps.slice(0, steps.indexOf("published")).filter((step) => step === "layer t")).toHaveLength(1);
});

test("a stop is heard while others have their turn, and nothing lands after it", async () => {
  const { offer, result, told, events } = makeStory({ losses: 1, atTurn: ({ stop }) => stop() });
  await offer(result("s", { a: "2" }));
  expect([told("published"), told("turn"), events]).toEqual([[], ["turn after 1"], ["s landing", "s withdrawn"]]);
});

test("a person who commits during every validation holds results up for three of them: then they land as merged, not validated again", async () => {
  const { offer, result, tested, levels, filesNow } = makeStory({ losses: 0, commits: 10 });
  // Nothing but the first changed since its base: it lands at once.
  await offer(result("first", { a: "2" }));
  await offer(result("s", { b: "2" }), result("t", { c: "2" }));
  expect(levels.slice(1)).toEqual(["s merged-not-revalidated", "t merged-not-revalidated"]);
  expect(tested).toEqual(["s", "s", "s", "s", "t"]);
  expect(filesNow()).toMatchObject({ a: "2", b: "2", c: "2", person: "5" });
});

test("a result that fails meanwhile is ejected, and those behind it land", async () => {
  const { offer, result, events, levels } = makeStory({ losses: 0, commits: 100, bad: ["s"] });
  await offer(result("first", { a: "2" }));
  await offer(result("s", { b: "2" }), result("t", { c: "2" }));
  expect(events.filter((event) => !event.endsWith("landing"))).toEqual(["first landed", "s rejected", "t landed"]);
  expect(levels.slice(1)).toEqual(["t merged-not-revalidated"]);
});

test("a result that conflicts with a commit which came during its last test is told so when all else has landed", async () => {
  const { offer, result, events, filesNow } = makeStory({ losses: 0, commits: 5 });
  await offer(result("first", { a: "2" }));
  await offer(result("s", { "own-4": "mine" }), result("t", { c: "2" }));
  expect(events.filter((event) => !event.endsWith("landing"))).toEqual(["first landed", "t landed", "s conflicted"]);
  expect(filesNow()).toMatchObject({ c: "2", "own-4": "theirs", person: "5" });
});

test("with revalidate: always, and with gates, results wait until the person stops, and land as tested", async () => {
  for (const how of [{ revalidate: "always" }, { isGated: true }] as const) {
    const { offer, result, levels, filesNow } = makeStory({ losses: 0, commits: 10, ...how });
    await offer(result("first", { a: "2" }));
    await offer(result("s", { b: "2" }));
    expect(levels.slice(1)).toEqual(["s validated-as-landed"]);
    expect(filesNow()).toMatchObject({ a: "2", b: "2", person: "10" });
  }
});
