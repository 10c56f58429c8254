import { TuttiError } from "../../base/error.ts";
import type { CommitSha, JobId } from "../../base/ids.ts";
import type { Candidate } from "../candidate.ts";
import { type GateFile, gateFileIn } from "../gates/file.ts";
import { runGates } from "../gates/run.ts";
import type { LandingHands, SheetHands } from "../hands.ts";
import type { OsLock } from "../../lock/os-lock.ts";
import { agentName } from "../../score/plan/agents/agent-plan.ts";
import { type FilledMessage, usualMessage } from "../../score/plan/landing-plan.ts";
import { emptyScene } from "../../score/resolve/scene.ts";
import { approvalIn, foundIn } from "../../sheet/verdict.ts";
import { acquireFolder } from "../../isolation/enter/in-place.ts";
import { withCopy } from "../../conductor/equipment/copies/copies.ts";
import { unpreparedVerdict } from "../../conductor/equipment/furnish.ts";
import { type Equipment, resolverOf, workspaceOf } from "../../conductor/equipment/equipment.ts";
import { objectsIn } from "../../conductor/equipment/objects.ts";
import { gateHands } from "../../conductor/equipment/gates.ts";
import { validate } from "../../conductor/equipment/checking.ts";
import { promisedBy, withPromises } from "./promises.ts";
import { oneByOne } from "./queues.ts";

/** The hands of one queue. Each result is handled with the equipment of its own job. */
export function landingHands(equipment: Equipment): LandingHands {
  const { git, store, world, places, shared, programs } = equipment;
  const files = new Map<CommitSha, Promise<GateFile>>();
  const objects = objectsIn(shared.queues, equipment, store.gitDir);
  return {
    git,
    store,
    self: {
      world,
      owner: programs.owner,
      scratch: places.scratch,
      notice: equipment.notice,
      tools: { run: programs.run, environment: programs.environment },
    },
    objects,
    userObjects: objectsIn(shared.queues, equipment, store.repository.commonDir),
    gates: {
      file: (commit) => {
        const known = files.get(commit) ?? gateFileIn(objects, commit);
        if (!files.has(commit)) files.clear();
        files.set(commit, known);
        return known;
      },
      test: (question) =>
        lasting(
          equipment,
          withPromises(equipment, (promise) => runGates({ ...gateHands(equipment), promise }, question)),
        ),
    },
    sheets: sheetHands(equipment),
    alone: (turn, work) => aloneIn(equipment, turn, work),
  };
}

function sheetHands(equipment: Equipment): SheetHands {
  return {
    validate: (candidate, { commit, parent }, cancel) => {
      const own = equipmentOf(equipment, candidate);
      const use = (folder: string): ReturnType<typeof validate> =>
        validate(own, candidate, {
          folder,
          base: parent,
          result: commit,
          leftOut: [],
          cancel,
          reviewed: approvalIn(candidate.verdict),
        });
      return lasting(
        equipment,
        withCopy(own, candidate, { commit, purpose: "check", use, cancel }).catch(unpreparedVerdict),
      );
    },
    message: (candidate) => messageOf(equipmentOf(equipment, candidate), candidate),
    promised: (promiser) => promisedBy(equipment, promiser),
    startedFrom: (candidate) => startOf(equipment, candidate),
    job: (id) => equipment.records.past.job(id as JobId),
  };
}

/** A cancelled test still has a folder to remove: closing waits for it. */
function lasting<T>({ shared }: Equipment, work: Promise<T>): Promise<T> {
  const over = work.then(
    () => undefined,
    () => undefined,
  );
  shared.behind(() => over);
  return work;
}

async function startOf({ records: { past } }: Equipment, { job, sheet, attempt, base }: Candidate): Promise<CommitSha> {
  if (attempt === 1) return base;
  const first = (await past.events(job.id, sheet.id)).find(({ event }) => event.kind === "started")?.event;
  return first?.kind === "started" ? first.base : base;
}

function equipmentOf({ shared }: Equipment, { job }: Candidate): Equipment {
  const found = shared.queues.equipment.get(job.id)?.equipment;
  if (found === undefined)
    throw new TuttiError("bug.unexpected", `${job.id} has nothing in any queue`, { audience: "bug" });
  return found;
}

/** A message that can't be filled in must not cost a landing: the title serves. */
function messageOf(equipment: Equipment, { job, sheet, agent, verdict }: Candidate): FilledMessage {
  const workspace = workspaceOf(equipment, job);
  const said = resolverOf(job.plan).message(sheet, {
    ...emptyScene(workspace, workspace),
    agent: agentName(agent),
    findings: foundIn(verdict),
  });
  if (said.kind === "means") return said.value;
  equipment.notice(`${sheet.id}: commit.${said.key} could not be filled in, so its title is the message: ${said.why}`);
  return usualMessage;
}

interface Want {
  /** For whom, as people read it. */
  readonly who: string;
  readonly cancel: AbortSignal;
}

/**
 * While no one works in the checkout itself: files that appear there would count as that one's work. `undefined`:
 * cancelled.
 */
function aloneIn<T>(equipment: Equipment, want: Want, work: () => Promise<T>): Promise<T | undefined> {
  // In turn within this process; among processes the lock decides.
  return oneByOne(equipment.shared.turns.landing, equipment.store.gitDir, async () => {
    const turn = want.cancel.aborted ? undefined : await takeTurn(equipment, want);
    if (turn === undefined) return undefined;
    try {
      return await work();
    } finally {
      turn.release();
    }
  });
}

/** `undefined`: stopped; the results land at the next start. */
async function takeTurn(equipment: Equipment, { who, cancel }: Want): Promise<OsLock | undefined> {
  const { top, commonDir } = equipment.store.repository;
  try {
    return await acquireFolder(equipment, { path: top ?? commonDir, sheet: who, cancel });
  } catch (error) {
    if (cancel.aborted) return undefined;
    throw error;
  }
}
