import { noCounts } from "../../src/sheet/counts.ts";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha, ContextId, SheetId } from "../../src/base/ids.ts";
import { realWorld } from "../../src/base/world/real-world.ts";
import { makeGit } from "../../src/git/git.ts";
import { openObjects } from "../../src/git/objects/objects.ts";
import { openRepository } from "../../src/git/repository.ts";
import { openObjectStore } from "../../src/isolation/store/object-store.ts";
import type { Candidate } from "../../src/landing/candidate.ts";
import { gateFileIn } from "../../src/landing/gates/file.ts";
import { gitGround } from "../../src/landing/ground/git-ground.ts";
import type { LandingHands } from "../../src/landing/hands.ts";
import { makeQueue } from "../../src/landing/queue/queue.ts";
import { processGroup } from "../../src/process/tree/containment.ts";
import { ownerId } from "../../src/process/tree/marker.ts";
import { makeRunProcess } from "../../src/process/run/run.ts";
import { usualMessage } from "../../src/score/plan/landing-plan.ts";
import { decide } from "../../src/sheet/decide/decide.ts";
import { policyOf } from "../../src/sheet/decide/decision.ts";
import { type SheetState } from "../../src/sheet/state.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../test/kit/jobs.ts";
import { type RaceGround, importCommits, raceEnvironment } from "./race-ground.ts";

/** A result of the race: what it writes, by path. */
export interface RaceResult {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
}

export interface LanderEnd {
  readonly job: string;
  readonly states: ReadonlyMap<string, SheetState>;
  /** Events that meant nothing to their sheet. */
  readonly wrong: readonly string[];
  readonly moved: number;
  /** Where refused work is kept. */
  readonly store: string;
}

export interface LanderOrder {
  readonly name: string;
  readonly results: readonly RaceResult[];
  /** The end of the wait: results that have not landed by then are left. */
  readonly stop: AbortSignal;
  /** Called between what is about to land and its landing, once for each lot: the worst moment there is. */
  readonly inBetween: () => void;
}

/**
 * A Tutti of its own: a store, a home and a queue of its own. Offers its results in small lots, as sheets end.
 */
export async function landAll(ground: RaceGround, { name, results, stop, inBetween }: LanderOrder): Promise<LanderEnd> {
  const { hands, close } = await openHands(ground.repository, join(ground.folder, name));
  let isLotNew = true;
  const alone: LandingHands["alone"] = (_, work) => {
    if (isLotNew) inBetween();
    isLotNew = false;
    return work();
  };
  const start = ground.start as CommitSha;
  const sheets = results.map(({ id }) => makeSheet(id, { retry: makeRetry({ conflicts: 0 }) }));
  const job = { ...makeJob(name, [], { plan: makePlan(sheets, { name }) }), repository: hands.store.repository };
  importCommits(
    hands.store.gitDir,
    results.map(({ id, files }) => ({ ref: `refs/race/${id}`, from: start, files })),
  );
  const states = new Map<string, SheetState>();
  const wrong: string[] = [];
  let moved = 0;
  const queue = makeQueue({
    ground: gitGround({ ...hands, alone }, { ref: "refs/heads/main", origin: null }),
    world: realWorld,
    rules: () => ({ isPaused: false, first: [] }),
  });
  const record = {
    stop,
    wants: () => true,
    job: () => Promise.resolve(job),
    sheets: (news: Parameters<Parameters<typeof queue.offer>[0]["record"]["sheets"]>[0]) => {
      for (const { candidate, event } of news) {
        const before = states.get(candidate.sheet.id);
        if (before === undefined) continue;
        const decision = decide(policyOf(candidate.sheet, job.plan), before, event);
        if (decision.kind === "ignored") wrong.push(`${candidate.sheet.id}: ${decision.why}`);
        if (event.kind === "withdrawn") moved += 1;
        states.set(candidate.sheet.id, decision.state);
      }
      return Promise.resolve();
    },
  };
  const candidates = await capturedFrom(hands, job);
  for (const { sheet, base, capture } of candidates) states.set(sheet.id, capturedAs(sheet.id, base, capture));
  try {
    for (let at = 0; at < candidates.length; at += lot) {
      isLotNew = true;
      await queue.offer({ candidates: candidates.slice(at, at + lot), record });
    }
  } finally {
    await close();
  }
  return { job: name, states, wrong, moved, store: hands.store.gitDir };
}

const lot = 5;

async function capturedFrom({ git, store }: LandingHands, job: Candidate["job"]): Promise<readonly Candidate[]> {
  return Promise.all(
    job.plan.sheets.map(async (sheet): Promise<Candidate> => {
      const exit = await git.sealed({
        gitDir: store.gitDir,
        args: ["rev-parse", `refs/race/${sheet.id}^`, `refs/race/${sheet.id}`],
      });
      const [base, capture] = exit.stdout.toString("utf8").trim().split("\n") as [CommitSha, CommitSha];
      const verdict = { kind: "unvalidated" } as const;
      return {
        job,
        sheet,
        attempt: 1,
        base,
        capture,
        verdict,
        agent: sheet.agent,
        spent: nothingSpentYet,
        isReviewed: false,
        intent: null,
      };
    }),
  );
}

function capturedAs(sheet: SheetId, base: CommitSha, capture: CommitSha): SheetState {
  const counts = { ...noCounts, attempts: 1 };
  return {
    kind: "captured",
    attempt: 1,
    context: `${sheet}.1` as ContextId,
    base,
    capture,
    verdict: { kind: "unvalidated" },
    session: null,
    counts,
    isApproved: true,
  };
}

export async function openHands(
  repository: string,
  home: string,
): Promise<{ hands: LandingHands; close: () => Promise<void> }> {
  const [scratch, emptyHome, repositories] = ["scratch", "empty", "repositories"].map((folder) =>
    join(home, folder),
  ) as [string, string, string];
  for (const folder of [scratch, emptyHome, repositories]) mkdirSync(folder, { recursive: true });
  const owner = ownerId(randomUUID(), 1);
  const git = makeGit({
    run: makeRunProcess({ containment: processGroup, owner, clock: realWorld }),
    emptyHome,
    userEnvironment: raceEnvironment,
  });
  const store = await openObjectStore(git, repositories, await openRepository(git, repository));
  const format = store.repository.objectFormat;
  const [objects, userObjects] = [
    openObjects(git, store.gitDir, { format, takesAll: true }),
    openObjects(git, store.repository.commonDir, format),
  ];
  const hands: LandingHands = {
    git,
    store,
    self: { scratch, world: realWorld, owner },
    objects,
    userObjects,
    sheets: {
      validate: () => Promise.resolve({ kind: "unvalidated" }),
      message: () => usualMessage,
      promised: () => [],
      startedFrom: ({ base }) => Promise.resolve(base),
      job: () => Promise.resolve(undefined),
    },
    gates: { file: (commit) => gateFileIn(objects, commit), test: () => Promise.resolve([]) },
    // Other homes know nothing of this one's locks.
    alone: (_, work) => work(),
  };
  const close = async (): Promise<void> => {
    await Promise.all([objects.close(), userObjects.close()]);
  };
  return { hands, close };
}
