import { type AgentPaths, agentFor } from "../agents/agent-for.ts";
import { playAgent } from "../agents/play.ts";
import { TuttiError } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import type { World } from "../base/world.ts";
import { runValidations } from "../checks/validate.ts";
import type { Git } from "../git/git.ts";
import { readCommit } from "../git/refs.ts";
import { captureContext } from "../isolation/capture/capture.ts";
import { createContext } from "../isolation/create.ts";
import { destroyContext } from "../isolation/destroy.ts";
import type { ObjectStore } from "../isolation/object-store.ts";
import { pinBase } from "../isolation/pin.ts";
import type { Places } from "../isolation/places.ts";
import { reopenContext } from "../isolation/record.ts";
import { withScratch } from "../isolation/scratch.ts";
import { sweepStore } from "../isolation/sweep.ts";
import type { LandingHands } from "../landing/hands.ts";
import { type LanderMemory, landCandidates } from "../landing/lander.ts";
import { repairRepository } from "../landing/repair.ts";
import type { RunProcess } from "../process/process.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import type { Journal } from "../store/journal.ts";
import type { Attempt, Hands } from "../conductor/hands.ts";

/** The real things one job is played with. */
export interface Equipment {
  readonly git: Git;
  readonly run: RunProcess;
  readonly world: World;
  readonly journal: Journal;
  readonly places: Places;
  readonly store: ObjectStore;
  /** Which life of this home it is; marks what it takes in the user's checkout. */
  readonly owner: string;
  readonly startedAt: number;
  /** What agents and validations may have of the user's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly agents: AgentPaths;
  readonly notice: (text: string) => void;
}

export function makeHands(equipment: Equipment): Hands {
  const { git, places, store, world } = equipment;
  const landing = landingHands(equipment);
  const memory: LanderMemory = { known: undefined };
  return {
    world,
    journal: equipment.journal,
    notice: equipment.notice,
    readBase: (job) => readBase(equipment, job),
    createContext: ({ job, sheet, attempt }, start) =>
      createContext(git, places, {
        job: job.id,
        sheet: sheet.id,
        attempt,
        purpose: "work",
        mode: job.plan.isolation,
        base: start.base,
        continueFrom: start.continueFrom,
        branch: shortName(job.target),
        identity: job.identity,
        store,
      }),
    reopenContext: ({ job, sheet, attempt }) => reopenContext(places, { job: job.id, sheet: sheet.id, attempt }),
    play: (attempt, context, how) => play(equipment, attempt, { contextPath: context.path, ...how }),
    capture: ({ job, sheet, attempt }, context) =>
      captureContext(git, context, { store, scratch: places.scratch, job: job.id, sheet: sheet.id, attempt, by: job.identity, at: world.now() }),
    validate: (attempt, proof, cancel) =>
      runValidations(equipment.run, attempt.sheet.validations, {
        folder: proof.context.path,
        env: checkEnvironment(equipment, attempt),
        leftOut: proof.leftOut.map((item) => item.path),
        cancel,
      }),
    destroy: async (proof) => {
      const outcome = await destroyContext(places, store, proof);
      if (outcome === "kept") equipment.notice(`${proof.context.path} stays: it holds files that could not be captured`);
      if (outcome === "neighbours") equipment.notice(`${places.contextFolder(proof.context.id)} stays: an agent left something beside its context`);
      return outcome;
    },
    repair: async (job, isInterrupted) => {
      await sweepStore(places, store);
      await repairRepository(landing, { job, isInterrupted, startedAt: equipment.startedAt, notice: equipment.notice });
    },
    land: (job, candidates, record) => landCandidates(landing, record, { job, candidates, memory }),
  };
}

async function readBase(equipment: Equipment, job: Job): Promise<CommitSha> {
  const gitDir = equipment.store.repository.commonDir;
  const base = (await readCommit(equipment.git, gitDir, landingRef(job))) ?? (await readCommit(equipment.git, gitDir, job.target));
  if (base === undefined)
    throw new TuttiError("git.no_target", `${job.target} does not exist any more`, {
      audience: "user",
      hint: `Bring it back, then run: tutti resume ${job.id}`,
    });
  await pinBase(equipment.git, gitDir, { job: job.id, base });
  return base;
}

function play(equipment: Equipment, attempt: Attempt, how: { contextPath: string; brief: string | null; cancel: AbortSignal }): ReturnType<typeof playAgent> {
  const { job, sheet } = attempt;
  return playAgent(equipment.run, {
    ...how,
    agent: agentFor(sheet.agent, equipment.agents),
    jobId: job.id,
    sheetId: sheet.id,
    attempt: attempt.attempt,
    prompt: sheet.prompt,
    workspacePath: workspaceOf(equipment, job),
    folder: equipment.places.attempt(job.id, sheet.id, attempt.attempt),
    env: equipment.environment,
    timeoutMs: sheet.timeoutMs,
    idleMs: sheet.idleMs,
  });
}

function landingHands(equipment: Equipment): LandingHands {
  const { git, store, world, places, owner } = equipment;
  return {
    git,
    store,
    world,
    owner,
    scratch: places.scratch,
    validate: (job, { candidate, commit }, cancel) => {
      const attempt = { job, sheet: candidate.sheet, attempt: candidate.attempt };
      return withScratch(
        { git, places },
        { store, job: job.id, sheet: candidate.sheet.id, attempt: candidate.attempt, commit, identity: job.identity },
        (folder) => runValidations(equipment.run, candidate.sheet.validations, { folder, env: checkEnvironment(equipment, attempt), leftOut: [], cancel }),
      );
    },
  };
}

function checkEnvironment(equipment: Equipment, attempt: Attempt): Readonly<Record<string, string>> {
  return {
    ...equipment.environment,
    TUTTI_JOB: attempt.job.id,
    TUTTI_SHEET: attempt.sheet.id,
    TUTTI_ATTEMPT: String(attempt.attempt),
    TUTTI_WORKSPACE: workspaceOf(equipment, attempt.job),
  };
}

function workspaceOf(equipment: Equipment, job: Job): string {
  return job.plan.workspace ?? equipment.places.workspace(job.id);
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}
