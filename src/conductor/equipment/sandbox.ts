import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../../agents/agent.ts";
import type { Context } from "../../isolation/context.ts";
import { levelTable } from "../../isolation/levels/table.ts";
import { confinedRun } from "../../isolation/sandbox/confined-run.ts";
import type { Belongings } from "../../isolation/sandbox/grants.ts";
import type { RunProcess } from "../../process/process.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { Job } from "../../sheet/job.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";

/** Runs the programs of a job as confined as it asks for. */
export async function runFor(equipment: Equipment, job: Job, own: Belongings): Promise<RunProcess> {
  const { programs, places } = equipment;
  // A container shows them less than any sandbox does.
  if (job.plan.sandbox === undefined || job.plan.prepare?.container !== undefined) return programs.run;
  const cache = join(places.state(job.id), "cache");
  await mkdir(cache, { recursive: true });
  const shared = { write: [...own.write, workspaceOf(equipment, job)], read: [...own.read, ...sources(equipment)] };
  return confinedRun({ run: programs.run, places, cache }, job.plan.sandbox, shared);
}

/** What belongs to a program in a context; git needs its own files beside it. */
export function belongingsOf({ store }: Equipment, context: Context): Belongings {
  const { level, path, state, lent = [], lentFrom } = context;
  const read = lentFrom === undefined ? [] : lent.map((folder) => join(lentFrom, folder));
  if (isInPlace(level)) {
    const { gitDir, commonDir } = store.repository;
    return { write: [path, state, gitDir, commonDir], read };
  }
  const git = levelTable[level].agentGit(context, store);
  const beside = git === null ? [] : [git.gitDir, git.objects, join(git.refs, "refs"), join(git.refs, "logs")];
  return { write: [path, state, ...beside], read };
}

/** Its login and sessions, where it works with those of the person. */
export function personalFiles({ programs }: Equipment, agent: Agent): readonly string[] {
  const home = programs.environment["HOME"];
  if (home === undefined) return [];
  return (agent.personal?.(programs.client) ?? []).map((path) => join(home, path.slice("~/".length)));
}

/** Objects that contexts borrow, what they see of the checkout's packages, and programs of Tutti's own. */
function sources({ store, places, programs }: Equipment): readonly string[] {
  return [
    store.gitDir,
    store.hub,
    join(store.repository.commonDir, "objects"),
    places.layers,
    ...programs.agents.folders,
  ];
}
