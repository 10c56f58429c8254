import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import type { Candidate } from "../../src/landing/candidate.ts";
import { gitGround } from "../../src/landing/ground/git-ground.ts";
import type { Ground } from "../../src/landing/ground.ts";
import type { LandingRecord } from "../../src/landing/queue/offer.ts";
import { makeQueue } from "../../src/landing/queue/queue.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import { makeJob, makePlan, makeSheet } from "../../test/kit/jobs.ts";
import type { Kit } from "../../test/kit/kit.ts";
import { importCommits } from "../queue/race-ground.ts";
import { openHands } from "../queue/lander.ts";
import { type Incident, expecting } from "./incident.ts";

/** The process dies right before this, or right after: the swap, or the record of it. */
const deaths = ["after the swap, before its record", "after the intent, before the swap"] as const;

/** Nothing is done that is not on main, and nothing is on main that is not done, wherever the landing was cut short. */
export const unrecordedIncident: Incident = {
  name: "done but not on main",
  files: { "a.txt": "a\n" },
  ways: deaths.length,
  play: async (kit, way) => {
    kit.git("branch", "release");
    const { hands, close } = await openHands(kit.repository, join(kit.root, "landing"));
    try {
      const candidate = offeredIn(kit, hands.store);
      const ground = gitGround(hands, { ref: "refs/heads/release", origin: null });
      const first = await landUntilDeath(ground, candidate, way);
      const { wrong, is } = expecting();
      is("what was recorded before", first.events, ["landing"]);
      is("commits on the target then", countOf(kit), way === 0 ? 1 : 0);
      const again = gitGround(hands, { ref: "refs/heads/release", origin: null });
      const second = heardBy();
      await makeQueue({ ground: again, world: realWorld, rules: () => ({ isPaused: false, first: [] }) }).offer({
        candidates: [{ ...candidate, intent: first.intent }],
        record: second.record,
      });
      is("what was recorded after", second.events, way === 0 ? ["landed"] : ["withdrawn", "landing", "landed"]);
      is("commits on the target in the end", countOf(kit), 1);
      is("what it made", kit.at("release", "b.txt"), "b\n");
      is("receipts", kit.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts").trim().split("\n").length, 1);
      return { played: null, ended: `died ${deaths[way] ?? ""}: landed once, recorded once`, wrong };
    } finally {
      await close();
    }
  },
};

function countOf(kit: Kit): number {
  return kit
    .git("log", "--format=%(trailers:key=Tutti-Sheet,valueonly,separator=)", "release")
    .split("\n")
    .filter((line) => line === "s").length;
}

function offeredIn(
  kit: Kit,
  store: { readonly gitDir: string; readonly repository: Candidate["job"]["repository"] },
): Candidate {
  const base = kit.git("rev-parse", "release").trim() as CommitSha;
  importCommits(store.gitDir, [{ ref: "refs/race/s", from: base, files: { "b.txt": "b\n" } }]);
  const capture = kit.git("--git-dir", store.gitDir, "rev-parse", "refs/race/s").trim() as CommitSha;
  const sheet = makeSheet("s");
  const job = {
    ...makeJob("incident", [], { plan: makePlan([sheet]), target: "refs/heads/release" }),
    repository: store.repository,
  };
  return {
    job,
    sheet,
    attempt: 1,
    base,
    capture,
    verdict: { kind: "unvalidated" },
    agent: sheet.agent,
    spent: nothingSpentYet,
    isReviewed: false,
    intent: null,
  };
}

interface Heard {
  readonly events: string[];
  readonly record: LandingRecord;
}

function heardBy(onEvent: (kind: string) => Promise<void> = () => Promise.resolve()): Heard {
  const events: string[] = [];
  const record: LandingRecord = {
    stop: new AbortController().signal,
    wants: () => true,
    job: () => Promise.reject(new Error("nothing stands in the way")),
    sheets: async (news) => {
      for (const { event } of news) {
        await onEvent(event.kind);
        events.push(event.kind);
      }
    },
  };
  return { events, record };
}

/** From its death on, a process does nothing: what it waits for never comes. */
const never = new Promise<never>(() => undefined);

async function landUntilDeath(
  ground: Ground,
  candidate: Candidate,
  way: number,
): Promise<{ readonly events: readonly string[]; readonly intent: CommitSha | null }> {
  const { promise: died, resolve: die } = Promise.withResolvers<undefined>();
  const dying = (): Promise<never> => {
    die(undefined);
    return never;
  };
  let intent: CommitSha | null = null;
  const heard = heardBy((kind) => (kind === "landed" ? dying() : Promise.resolve()));
  const mortal: Ground = {
    ...ground,
    publish: (head, stack, cancel) => {
      intent = stack[0]?.commit ?? null;
      return way === 1 ? dying() : ground.publish(head, stack, cancel);
    },
    // The receipt comes after the swap: a death in between leaves none.
    receipt: (stack) => (way === 0 ? dying() : ground.receipt(stack)),
  };
  void makeQueue({ ground: mortal, world: realWorld, rules: () => ({ isPaused: false, first: [] }) }).offer({
    candidates: [candidate],
    record: heard.record,
  });
  await died;
  return { events: heard.events, intent };
}
