import { agentFor } from "../agents/agent-for.ts";
import { playAgent } from "../agents/play.ts";
import { TuttiError } from "../base/error.ts";
import type { CommitSha } from "../base/ids.ts";
import { runValidations } from "../checks/validate.ts";
import type { Attempt, Hands } from "../conductor/hands.ts";
import { readCommit } from "../git/refs.ts";
import { captureContext } from "../isolation/capture/capture.ts";
import { createContext } from "../isolation/create.ts";
import { destroyContext } from "../isolation/destroy.ts";
import { pinBase } from "../isolation/pin.ts";
import { reopenContext } from "../isolation/record.ts";
import { withScratch } from "../isolation/scratch.ts";
import { sweepStore } from "../isolation/sweep.ts";
import type { LandingHands } from "../landing/hands.ts";
import { type LanderMemory, landCandidates } from "../landing/lander.ts";
import { repairRepository } from "../landing/repair.ts";
import type { Upstream } from "../schedule/upstream.ts";
import { emptyScene } from "../score/resolve/scene.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import { checkParts, checkPlace } from "./checking.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { prepareSheet } from "./prepare.ts";
import { sceneFor } from "./scene.ts";

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
    prepare: (attempt, context, cancel) => prepareSheet(equipment, attempt, { context, cancel }),
    play: (attempt, context, how) => play(equipment, attempt, { contextPath: context.path, ...how }),
    capture: ({ job, sheet, attempt }, context) =>
      captureContext(git, context, { store, scratch: places.scratch, job: job.id, sheet: sheet.id, attempt, by: job.identity, at: world.now() }),
    validate: (attempt, proof, cancel) =>
      validate(equipment, attempt, {
        folder: proof.context.path,
        base: proof.context.base,
        result: proof.commit,
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

interface How {
  readonly contextPath: string;
  readonly brief: string | null;
  readonly upstream: Upstream;
  readonly cancel: AbortSignal;
}

async function play(equipment: Equipment, attempt: Attempt, how: How): ReturnType<typeof playAgent> {
  const { job, sheet } = attempt;
  const { resolver } = equipment;
  const scene = await sceneFor(equipment, attempt, how);
  const prompt = resolver.prompt(sheet, scene);
  if (prompt.kind === "wrong") return { end: { kind: "not-started", detail: `its prompt could not be made: ${prompt.why}` }, outlived: false };
  return playAgent(equipment.run, {
    agent: agentFor(sheet.agent, equipment.agents),
    contextPath: how.contextPath,
    cancel: how.cancel,
    additions: { requirements: resolver.validations(sheet, scene).map(({ description }) => description), brief: how.brief },
    jobId: job.id,
    sheetId: sheet.id,
    attempt: attempt.attempt,
    prompt: prompt.text,
    workspacePath: workspaceOf(equipment, job),
    folder: equipment.places.attempt(job.id, sheet.id, attempt.attempt),
    env: equipment.environment,
    timeoutMs: sheet.timeoutMs,
    idleMs: sheet.idleMs,
  });
}

async function validate(equipment: Equipment, attempt: Attempt, looked: Parameters<typeof checkPlace>[2]): ReturnType<typeof runValidations> {
  const scene = emptyScene(workspaceOf(equipment, attempt.job), looked.folder);
  const validations = equipment.resolver.validations(attempt.sheet, scene);
  return runValidations(checkParts(equipment), validations, await checkPlace(equipment, attempt, looked));
}

function landingHands(equipment: Equipment): LandingHands {
  const { git, store, world, places, owner } = equipment;
  return {
    git,
    store,
    world,
    owner,
    scratch: places.scratch,
    validate: (job, { candidate, commit, parent }, cancel) => {
      const attempt = { job, sheet: candidate.sheet, attempt: candidate.attempt };
      const request = { store, job: job.id, sheet: candidate.sheet.id, attempt: candidate.attempt, commit, identity: job.identity, purpose: "check" as const };
      return withScratch({ git, places }, request, (folder) => validate(equipment, attempt, { folder, base: parent, result: commit, leftOut: [], cancel }));
    },
  };
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}
