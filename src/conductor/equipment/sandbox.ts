import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Agent } from "../../agents/agent.ts";
import type { Context } from "../../isolation/context.ts";
import { levelTable } from "../../isolation/levels/table.ts";
import type { SheetId } from "../../base/ids.ts";
import type { NetworkWish } from "../../isolation/sandbox/network.ts";
import { confinedRun } from "../../isolation/sandbox/confined-run.ts";
import type { Belongings } from "../../isolation/sandbox/grants.ts";
import type { RunProcess } from "../../process/process.ts";
import { requireLayers } from "../../process/sandbox/find.ts";
import { type LayerName, layersHeld } from "../../process/sandbox/sandbox.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";
import type { Job } from "../../sheet/job.ts";
import { type Equipment, workspaceOf } from "./equipment.ts";

/** Runs the programs of a job as confined as it asks for. */
export async function runFor(equipment: Equipment, job: Job, own: Belongings & Whose): Promise<RunProcess> {
  const { programs, places } = equipment;
  const { sandbox, confined } = job.plan;
  // A container shows them less than any sandbox does. A network without a level is taken away all the same.
  const level = sandbox ?? (confined?.network === undefined && confined?.hasBrokeredKeys !== true ? null : "write");
  if (level === null || job.plan.prepare?.container !== undefined) return programs.run;
  const cache = join(places.state(job.id), "cache");
  await mkdir(cache, { recursive: true });
  const shared = { write: [...own.write, workspaceOf(equipment, job)], read: [...own.read, ...sources(equipment)] };
  const network = networkWish(equipment, job, own);
  const means = { run: programs.run, places, cache, layers: await jobLayers(equipment, job) };
  return confinedRun({ ...means, ...(network === null ? {} : { network }) }, level, shared);
}

interface Whose {
  /** For its hosts and keys; absent: a program of the job's own. */
  readonly agent?: Agent;
  readonly sheet?: SheetId;
}

/** `null`: the network of the machine. */
function networkWish({ notice }: Equipment, { plan }: Job, { agent, sheet }: Whose): NetworkWish | null {
  const { network, hasBrokeredKeys } = plan.confined ?? {};
  const keys = hasBrokeredKeys === true ? (agent?.network?.keys ?? []) : [];
  if (network === undefined && keys.length === 0) return null;
  const told = new Set<string>();
  return {
    ...(network === undefined
      ? {}
      : { hosts: network === "off" ? network : [...network, ...(agent?.network?.hosts ?? [])] }),
    keys,
    onRefused: (host, why) => {
      // A program may ask for one host a thousand times, or for a thousand.
      if (told.has(host) || told.size >= mostRefusals) return;
      told.add(host);
      notice(`${sheet === undefined ? "" : `${sheet}: `}the sandbox refused a connection to ${host}: ${why}`);
    },
  };
}

const mostRefusals = 50;

/** Gates run what agents wrote, of no job in particular: they are confined as the settings say. */
export function runForGates(parts: GateMeans): RunProcess {
  const { programs } = parts;
  return async (request) => {
    const level = await programs.gateLevel();
    if (level === "off") return programs.run(request);
    const changed = request.env["TUTTI_CHANGED"];
    const read = changed === undefined ? [] : [dirname(changed)];
    return (await confinedForGates(parts, level, { write: [request.cwd], read }))(programs.run)(request);
  };
}

type Confining = (run: RunProcess) => RunProcess;

/** Preparation of a folder for gates runs what agents wrote as well; `null`: it is not confined. */
export async function gatePreparation(parts: GateMeans, folder: string): Promise<Confining | null> {
  const level = await parts.programs.gateLevel();
  return level === "off" ? null : confinedForGates(parts, level, { write: [folder], read: [] });
}

async function confinedForGates(parts: GateMeans, level: ConfinedLevel, own: Belongings): Promise<Confining> {
  const { programs, places } = parts;
  const state = join(places.home, "gates", "state");
  const cache = join(state, "cache");
  await mkdir(cache, { recursive: true });
  const layers = new Set(layersHeld(await programs.sandbox(), false));
  const all = { write: [...own.write, state], read: [...objectsOf(parts), ...own.read] };
  return (run) => confinedRun({ run, places, cache, layers }, level, all);
}

interface GateMeans extends Pick<Equipment, "store" | "places"> {
  readonly programs: Pick<Equipment["programs"], "run" | "sandbox" | "gateLevel">;
}

/** How the preparation of a job's contexts is confined; `null`: not at all. */
export async function preparationRun(
  equipment: Equipment,
  { plan, id }: Job,
  write: readonly string[],
): Promise<Confining | null> {
  const level = plan.confined?.prepare ?? plan.sandbox ?? "off";
  if (level === "off" || plan.prepare?.container !== undefined) return null;
  const { places } = equipment;
  const cache = join(places.state(id), "cache");
  await mkdir(cache, { recursive: true });
  const layers = await jobLayers(equipment, { plan });
  return (run) => confinedRun({ run, places, cache, layers }, level, { write, read: objectsOf(equipment) });
}

/** The layers that its receipts name. A machine that lost one since the job began runs none of its programs. */
async function jobLayers({ programs }: Equipment, { plan }: Pick<Job, "plan">): Promise<ReadonlySet<LayerName>> {
  const sandbox = await programs.sandbox();
  const held = layersHeld(sandbox, true);
  const named = plan.confined?.layers;
  if (named === undefined) return new Set(held);
  requireLayers(sandbox, named);
  return new Set(held.filter((name) => named.includes(name)));
}

/** The files that belong to a program in a context; git needs its own files beside it. */
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
function sources(equipment: Equipment): readonly string[] {
  return [...objectsOf(equipment), ...equipment.programs.agents.folders];
}

function objectsOf({ store, places }: Pick<Equipment, "store" | "places">): readonly string[] {
  return [store.gitDir, store.hub, join(store.repository.commonDir, "objects"), places.layers];
}
