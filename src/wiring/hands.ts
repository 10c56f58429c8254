import { dirname } from "node:path";
import { agentFor } from "../agents/agent-for.ts";
import { playAgent } from "../agents/play.ts";
import type { Attempt, Hands } from "../conductor/hands.ts";
import type { Context } from "../isolation/context.ts";
import { forgetDeleted } from "../isolation/cleanup/forget-deleted.ts";
import { destroyContext, forgetPlace } from "../isolation/destroy.ts";
import { listContexts, reopenContext } from "../isolation/record.ts";
import { withScratch } from "../isolation/scratch.ts";
import type { LandingHands } from "../landing/hands.ts";
import type { Upstream } from "../schedule/upstream.ts";
import { isInPlace } from "../score/isolation.ts";
import { readBase } from "./base.ts";
import { enterContext } from "./contexts/enter.ts";
import { leaveContext } from "./contexts/in-place.ts";
import { settleContext } from "./contexts/settle.ts";
import { tidyUp } from "./contexts/tidy.ts";
import { takeSnapshot } from "./contexts/snapshot.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";
import { landerOf } from "./land.ts";
import { prepareSheet } from "./prepare.ts";
import { repairOnce } from "./repair.ts";
import { sceneFor } from "./scene.ts";
import { validate } from "./validate.ts";

export function makeHands(equipment: Equipment): Hands {
  const { places, store, world } = equipment;
  const landing = landingHands(equipment);
  return {
    world,
    journal: equipment.journal,
    notice: equipment.notice,
    readBase: (job, sheet) => readBase(equipment, job, sheet),
    enterContext: (attempt, start, cancel) => enterContext(equipment, attempt, { start, cancel }),
    leaveContext: (context) => leaveContext(equipment, context),
    findContext: async (id) => {
      const found = await reopenContext(places, id);
      // A kill between taking the files away and dropping the notes leaves notes of nothing.
      if (found === undefined) await forgetDeleted(places, id);
      return found;
    },
    listContexts: async (job) => (await listContexts(places)).filter((record) => record.job === job.id),
    mayStart: equipment.mayStart,
    settle: (attempt, proof, isGood) => settleContext(equipment, attempt, { proof, isGood }),
    prepare: (attempt, context, cancel) => prepareSheet(equipment, attempt, { context, cancel }),
    play: (attempt, context, how) => play(equipment, attempt, { context, ...how }),
    capture: (attempt, context, why) => takeSnapshot(equipment, attempt, { context, why }),
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
      return outcome;
    },
    forget: (context) => forgetPlace(places, context),
    tidy: () => tidyUp(equipment),
    repair: (job, isInterrupted) => repairOnce(equipment, landing, { job, isInterrupted, startedAt: equipment.startedAt, notice: equipment.notice }),
    land: landerOf(equipment, landing),
  };
}

interface How {
  readonly context: Context;
  readonly brief: string | null;
  readonly upstream: Upstream;
  readonly cancel: AbortSignal;
}

async function play(equipment: Equipment, attempt: Attempt, how: How): ReturnType<typeof playAgent> {
  const { job, sheet } = attempt;
  const resolver = equipment.resolverOf(job.plan);
  const contextPath = how.context.path;
  const scene = await sceneFor(equipment, attempt, { contextPath, upstream: how.upstream });
  const prompt = resolver.prompt(sheet, scene);
  if (prompt.kind === "wrong") return { end: { kind: "not-started", detail: `its prompt could not be made: ${prompt.why}` }, outlived: false };
  return playAgent(equipment.run, {
    agent: agentFor(sheet.agent, equipment.agents),
    contextPath,
    cancel: how.cancel,
    additions: { requirements: resolver.validations(sheet, scene).map(({ description }) => description), brief: how.brief },
    jobId: job.id,
    sheetId: sheet.id,
    attempt: attempt.attempt,
    prompt: prompt.text,
    workspacePath: workspaceOf(equipment, job),
    folder: equipment.places.attempt(job.id, sheet.id, attempt.attempt),
    env: { ...equipment.environment, ...contextEnvironment(how.context) },
    timeoutMs: sheet.timeoutMs,
    idleMs: sheet.idleMs,
  });
}

/** Where a task may keep what does not belong to its files; one of level `full` has its temporary files there as well. */
function contextEnvironment({ level, state, path }: Context): Readonly<Record<string, string>> {
  // A home of Tutti's may lie in some repository: one without a git of its own must not find that one.
  const ceiling = isInPlace(level) ? {} : { GIT_CEILING_DIRECTORIES: dirname(path) };
  return { TUTTI_STATE: state, ...(level === "full" ? { TMPDIR: state } : {}), ...ceiling };
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
