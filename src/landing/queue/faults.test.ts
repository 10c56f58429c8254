import { expect, test } from "vitest";
import type { CommitSha } from "../../base/ids.ts";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { Job } from "../../sheet/job.ts";
import { hastyWorld } from "../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf } from "../../../test/kit/landing-ground.ts";
import { type Files, type GroundTurns, makeMemoryGit, memoryGround } from "../../../test/kit/memory-ground.ts";
import { TuttiError } from "../../base/error.ts";
import { reasonsOf } from "../../sheet/verdict.ts";
import type { Candidate } from "../candidate.ts";
import type { LandingRecord } from "./offer.ts";
import { makeQueue } from "./queue.ts";

const main = "refs/heads/main";
const sheetIds = ["s", "t", "u", "v", "w"] as const;
const gate = {
  name: "g",
  command: { kind: "argv", argv: ["g"] },
  quick: null,
  timeoutMs: 1000,
  files: [],
  borrow: [],
} as const;

interface Story {
  readonly says?: GroundTurns["gates"];
  readonly check?: (step: string) => void;
  /** Called before a step; no step waits for longer than that. */
  readonly pass?: (step: string) => void;
  /** Why the checkout seems to be in the way. */
  readonly blocks?: () => string | null;
}

/** A queue on git in memory, where every step goes on at once unless the test has something to say to it. */
function makeStory({ says, check, pass, blocks }: Story) {
  const git = makeMemoryGit({ a: "1", b: "1" });
  const start = git.refs.get(main) as CommitSha;
  const turns: GroundTurns = {
    pass: (step) => Promise.resolve(pass?.(step)),
    check: (step) => check?.(step),
    gates: says ?? (() => Promise.resolve(null)),
    validate: () => Promise.resolve(true),
    lands: () => undefined,
    blocks: () => blocks?.() ?? null,
    isDoubtful: true,
    wrong: (text) => {
      throw new Error(text);
    },
  };
  const queue = makeQueue({
    ground: memoryGround(git, turns, { ref: main, origin: main }),
    world: hastyWorld,
    rules: () => ({ isPaused: false, first: [] }),
  });
  const events: string[] = [];
  const verdicts: string[] = [];
  const unwanted = new Set<string>();
  const record: LandingRecord = {
    stop: new AbortController().signal,
    wants: ({ sheet }) => !unwanted.has(sheet.id),
    job: () => Promise.reject(new Error("nothing stands in the way")),
    sheets: (news) => {
      events.push(...news.map(({ candidate, event }) => `${candidate.sheet.id} ${event.kind}`));
      verdicts.push(...news.flatMap(({ event }) => (event.kind === "rejected" ? reasonsOf(event.verdict) : [])));
      return Promise.resolve();
    },
  };
  const job: Job = makeJob("j", [], {
    plan: makePlan(
      sheetIds.map((id) => makeSheet(id)),
      { landing: { ...usualLandingPlan, gates: says === undefined ? [] : [gate] } },
    ),
  });
  const result = (id: (typeof sheetIds)[number], files: Files): Candidate =>
    candidateOf({
      job,
      sheet: makeSheet(id),
      base: start,
      capture: git.commit({ ...git.filesOf(start), ...files }, { parent: start }),
    });
  const offer = (...candidates: readonly Candidate[]): Promise<string> =>
    queue.offer({ candidates, record }).then(
      () => "answered",
      (error: unknown) => String(error),
    );
  const landed = (): readonly string[] =>
    git.history(git.refs.get(main) as CommitSha).flatMap(({ of }) => of?.sheet ?? []);
  return { git, start, events, verdicts, unwanted, result, offer, landed };
}

test("a test that could not be run fails who it was run for, and is run again for the same tree when that is offered anew", async () => {
  let runs = 0;
  const story = makeStory({
    says: () => ((runs += 1) === 1 ? Promise.reject(new Error("no room")) : Promise.resolve(null)),
  });
  const result = story.result("s", { a: "2" });

  expect(await story.offer(result)).toBe("Error: no room");
  expect(await story.offer(result)).toBe("answered");
  expect([runs, story.events]).toEqual([2, ["s landing", "s landed"]]);
});

test("a target that fails lets no result land; when the gate is fixed, the same trees are asked about anew", async () => {
  let isBroken = true;
  const story = makeStory({ says: () => Promise.resolve(isBroken ? "g" : null) });
  const result = story.result("s", { a: "2" });

  expect(await story.offer(result)).toContain("gate g fails on refs/heads/main itself");
  isBroken = false;
  expect(await story.offer(result)).toBe("answered");
  expect(story.events).toEqual(["s landing", "s landed"]);
});

test("a result offered together with one that can't be merged does not land after the offer has failed", async () => {
  let layers = 0;
  const check = (step: string): void => {
    if (step === "layer" && (layers += 1) === 2) throw new Error("an object is missing");
  };
  const story = makeStory({ check });

  expect(await story.offer(story.result("s", { a: "2" }), story.result("t", { b: "2" }))).toBe(
    "Error: an object is missing",
  );
  expect([story.events, story.landed()]).toEqual([[], []]);
});

test.each([
  ["conflicts", { a: "3" }, undefined],
  ["fails its gates", { b: "3" }, "g"],
])(
  "nothing is said of a result that %s when it is not wanted any more",
  async (_, files: Files, failing: string | undefined) => {
    let opened = 0;
    const story = makeStory({
      ...(failing === undefined
        ? {}
        : { says: ({ tree, head }) => Promise.resolve(tree === head.tree ? null : failing) }),
      // A person has a word about it after the queue has looked whether it is wanted.
      pass: (step) => {
        if (step === "open" && (opened += 1) === (failing === undefined ? 1 : 3)) story.unwanted.add("s");
      },
    });
    const outside = story.git.commit({ ...story.git.filesOf(story.start), a: "2" }, { parent: story.start });
    story.git.swap(main, story.start, outside);

    expect(await story.offer(story.result("s", files))).toBe("answered");
    expect(story.events).toEqual([]);
  },
);

const refusedBy = (step: string): void => {
  if (step === "store u")
    throw new TuttiError("git.refused", ".gitattributes has too long lines", { audience: "user" });
};

test.each([
  ["without gates", undefined],
  ["with gates", () => Promise.resolve(null)],
])(
  "a result that git refuses is ejected with the reason, and all that was offered with it lands (%s)",
  async (_, says) => {
    const story = makeStory({ check: refusedBy, ...(says === undefined ? {} : { says }) });
    const results = sheetIds.map((id) => story.result(id, { [id]: "new" }));

    expect(await story.offer(...results)).toBe("answered");
    expect(story.landed().toSorted()).toEqual(["s", "t", "v", "w"]);
    expect(story.events.filter((event) => event.startsWith("u "))).toEqual(["u rejected"]);
    expect(story.verdicts).toEqual(["it can be delivered: .gitattributes has too long lines"]);
  },
);

const killed = (): never => {
  throw new TuttiError("git.failed", "git merge-tree was ended (signalled)", { audience: "environment" });
};

test("a result that meets a fault alone stands back while the others land, and lands when the fault has passed", async () => {
  let met = 0;
  const story = makeStory({ check: (step) => (step === "layer t" && (met += 1) <= 3 ? killed() : undefined) });

  expect(await story.offer(story.result("s", { a: "2" }), story.result("t", { b: "2" }))).toBe("answered");
  expect(story.events).toEqual(["s landing", "s landed", "t landing", "t landed"]);
});

test("a fault that keeps a result back for ever fails only what is left in the queue", async () => {
  const story = makeStory({ check: (step) => (step === "layer t" ? killed() : undefined) });

  expect(await story.offer(story.result("s", { a: "2" }), story.result("t", { b: "2" }))).toContain(
    "git merge-tree was ended",
  );
  expect([story.events, story.landed()]).toEqual([["s landing", "s landed"], ["s"]]);
});

test("a checkout that git could not move twice is tried a third time before results go elsewhere", async () => {
  let met = 0;
  const story = makeStory({ blocks: () => ((met += 1) <= 2 ? "git could not update it" : null) });

  expect(await story.offer(story.result("s", { a: "2" }))).toBe("answered");
  expect(story.events).toEqual(["s landing", "s withdrawn", "s landing", "s withdrawn", "s landing", "s landed"]);
});
