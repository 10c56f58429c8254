import { expect, test } from "vitest";
import { hastyWorld } from "../../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../../test/kit/jobs.ts";
import { candidateOf } from "../../../../test/kit/landing-ground.ts";
import { type GroundTurns, makeMemoryGit, memoryGround } from "../../../../test/kit/memory-ground.ts";
import type { CommitSha } from "../../../base/ids.ts";
import { usualLandingPlan } from "../../../score/plan/landing-plan.ts";
import type { Candidate } from "../../candidate.ts";
import type { Ground, Testing } from "../../ground.ts";
import { makeQueue } from "../queue.ts";

const main = "refs/heads/main";
const gate = {
  name: "g",
  command: { kind: "argv", argv: ["g"] },
  quick: null,
  timeoutMs: 1000,
  files: [],
  borrow: [],
} as const;

/**
 * Results that each change a file of their own, and gates that say no to a tree with a bad one in it, when the test
 * lets them.
 */
function makeStory(ids: readonly string[], how: { readonly bad: ReadonlySet<string>; readonly isFlaky?: boolean }) {
  const git = makeMemoryGit(Object.fromEntries(ids.map((id) => [id, "old"])));
  const start = git.refs.get(main) as CommitSha;
  const open: { readonly what: string; readonly go: () => void }[] = [];
  const turns: GroundTurns = {
    pass: () => Promise.resolve(),
    check: () => undefined,
    gates: () => Promise.resolve(null),
    validate: () => Promise.resolve(true),
    blocks: () => null,
    lands: () => undefined,
    wrong: (text) => {
      throw new Error(text);
    },
  };
  const plain = memoryGround(git, turns, { ref: main, origin: main });
  /** Which results a tree has. */
  const inTree = ({ tree }: Testing): readonly string[] =>
    Object.entries(git.filesIn(tree))
      .filter(([, text]) => text === "new")
      .map(([id]) => id);
  const ground: Ground = {
    ...plain,
    test: async (what) => {
      const found = inTree(what);
      const isBad = found.some((id) => how.bad.has(id)) && !(how.isFlaky === true && what.isTrial !== true);
      await new Promise<void>((go) =>
        open.push({ what: `${what.isTrial === true ? "" : "surely "}${found.join("+")}`, go }),
      );
      const reports = await plain.test(what);
      return reports.map((report) => ({
        ...report,
        passed: !isBad,
        ...(isBad && what.isTrial === true ? { isDoubted: true as const } : {}),
      }));
    },
  };
  const queue = makeQueue({ ground, world: hastyWorld, rules: () => ({ isPaused: false, first: [] }) });
  const job = makeJob("j", [], {
    plan: makePlan(
      ids.map((id) => makeSheet(id)),
      { landing: { ...usualLandingPlan, gates: [gate], batch: { max: 16, window: 4, parallel: 2, waitMs: 0 } } },
    ),
  });
  const events: string[] = [];
  const result = (id: string): Candidate =>
    candidateOf({
      job,
      sheet: makeSheet(id),
      base: start,
      capture: git.commit({ ...git.filesOf(start), [id]: "new" }, { parent: start }),
    });
  const done = queue.offer({
    candidates: ids.map(result),
    record: {
      stop: new AbortController().signal,
      wants: () => true,
      job: () => Promise.reject(new Error("nothing stands in the way")),
      sheets: (news) => {
        events.push(
          ...news
            .filter(({ event }) => event.kind !== "landing")
            .map(({ candidate, event }) => `${candidate.sheet.id} ${event.kind}`),
        );
        return Promise.resolve();
      },
    },
  });
  /**
   * Lets everything go on that can without another word of a gate; tells what gates are asked then, and lets them
   * answer.
   */
  const answer = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    const asked = open.splice(0);
    for (const { go } of asked) go();
    return asked.map(({ what }) => what);
  };
  return { answer, events, done };
}

test("while the first, which failed once, is looked at again, the line without it is tested; what passes there lands when it is gone", async () => {
  const story = makeStory(["a", "b", "c"], { bad: new Set(["a"]) });
  expect(await story.answer()).toEqual(["a+b", "a+b+c"]);
  expect(await story.answer()).toEqual(["a"]);
  expect(await story.answer()).toEqual(["surely a", "b+c"]);
  // Nothing has landed yet: is the target itself to blame?
  expect(await story.answer()).toEqual(["surely "]);
  await story.done;
  expect(story.events).toEqual(["a rejected", "b landed", "c landed"]);
});

test("a failure that was none is not held against anybody: what was doubted passes at the second look, and lands", async () => {
  const story = makeStory(["a", "b"], { bad: new Set(["b"]), isFlaky: true });
  expect(await story.answer()).toEqual(["a", "a+b"]);
  expect(await story.answer()).toEqual(["surely a+b"]);
  await story.done;
  expect(story.events).toEqual(["a landed", "b landed"]);
});
