import { type KnownAccount, knownAccount } from "../../agents/known/account.ts";
import { type Agents, castFor } from "../../agents/known/cast.ts";
import { makeShelves } from "../../agents/known/known.ts";
import { shelfOf } from "../../agents/profiles/shelf.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { makeMemory } from "../../checks/memory.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { Pool } from "../../isolation/pool/pool.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { castOf } from "../../score/plan/agents/cast.ts";
import type { Job } from "../../sheet/job.ts";
import type { Store } from "../../store/store.ts";
import type { Identify } from "../agents/throttles.ts";
import type { Equipment, Programs, Shared } from "./equipment.ts";
import { objectsIn } from "./objects.ts";

/** The parts that the jobs of a process have in common. */
export interface EquipParts extends Pick<Equipment, "git" | "places"> {
  readonly programs: Pick<Programs, "showInstalled" | "furnisher" | "sandbox" | "gateLevel" | "owner" | "cleanerFor">;
  readonly executables: Parameters<typeof castFor>[0];
  readonly store: Store;
  readonly pool: Pick<Pool, "of">;
  readonly shared: Shared;
  /** The environment of the terminal that a job came from. */
  readonly clientOf: (job: Job) => Promise<Programs["client"]>;
}

/** Gives each job the real things that it is played with. */
export function equipper(parts: EquipParts): (job: Job, notice: Equipment["notice"]) => Promise<Equipment> {
  const { git, places, programs, store, pool, shared } = parts;
  const shelves = makeShelves();
  return async (job, notice) => {
    const client = await parts.clientOf(job);
    const objects = await openObjectStore(git, places.repositories, job.repository);
    const opened = (): Objects => objectsIn(shared.queues, { git, store: objects }, objects.gitDir);
    const agents = castFor(parts.executables, () => shelves({ env: client, project: job.repository.top }));
    const identify = await accountsOf(job, agents, client);
    let fixRecord: Promise<FixRecord | undefined> | undefined;
    return {
      git,
      world: realWorld,
      places,
      store: { ...objects, objects: opened, warm: pool.of(objects.gitDir, opened) },
      notice,
      programs: {
        ...programs,
        run: programs.furnisher.run,
        agents,
        environment: allowedEnvironment(client),
        client,
      },
      records: {
        journal: store.journal,
        verdicts: store,
        past: store,
        memory: makeMemory(64),
        fixRecord: () => (fixRecord ??= store.fix(job.id)),
        workspace: { last: Promise.resolve(), said: new Set() },
      },
      shared: { ...shared, throttles: shared.throttles.as(identify) },
    };
  };
}

/** Which accounts the agents of a job use. Profiles are read only where one of them has one. */
async function accountsOf(job: Job, agents: Agents, client: Programs["client"]): Promise<Identify> {
  const hasProfiles = job.plan.sheets.some((sheet) => castOf(sheet).some(({ kind }) => kind === "profile"));
  // A profile that makes no sense is told by the attempt that needs it.
  const shelf = hasProfiles ? await agents.shelf().catch(() => shelfOf([])) : shelfOf([]);
  const known = new WeakMap<AgentPlan, KnownAccount | null>();
  return (agent) => {
    const found = known.get(agent);
    if (found !== undefined) return found;
    const account = knownAccount(agent, { shelf, client });
    known.set(agent, account);
    return account;
  };
}
