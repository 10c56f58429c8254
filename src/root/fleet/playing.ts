import type { Hands } from "../../conductor/hands.ts";
import type { StageParts } from "../../conductor/stage.ts";
import type { Shell } from "../../conductor/report/itself.ts";
import type { Job } from "../../sheet/job.ts";
import type { Captures } from "../../store/postgres/captures.ts";
import type { Engine } from "../engine.ts";
import type { Fleet } from "./fleet.ts";
import { makeHands } from "../hands.ts";
import type { Setting } from "../setting.ts";

/** A command that plays by itself has no workers, and nothing is loaded where the settings ask for no fleet. */
export async function fleetOf(
  setting: Setting,
  engine: Engine,
  { shell, notice }: { readonly shell: Shell; readonly notice: (text: string) => void },
): Promise<Fleet | null> {
  if (setting.settings()["fleet.address"] === null || shell.socket === null) return null;
  const { openFleet } = await import("./fleet.ts");
  return openFleet(setting, engine, notice).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
}

/** What a conductor's jobs are played with. */
export interface Together {
  readonly engine: Engine;
  /** `null`: sheets play on this machine alone. */
  readonly fleet: Fleet | null;
  /** `null`: the store is this home's own. */
  readonly captures: Captures | null;
}

/** The hands of a job, on this machine or on workers. */
export async function handsOf(
  { engine, fleet, captures }: Together,
  job: Job,
  notice: (text: string) => void,
): Promise<Hands> {
  const equipment = await engine.equip(job, notice);
  const own = makeHands(equipment);
  const hands = fleet === null ? own : fleet.hands(job, equipment, own);
  if (captures === null) return hands;
  const { sharingHands } = await import("../shared-captures.ts");
  return sharingHands(captures, equipment, hands);
}

/** What a stage may play, and whose slots a job takes. */
export function limitsOf(
  { engine, fleet }: Pick<Together, "engine" | "fleet">,
  patienceMs: number,
): StageParts["limits"] {
  return {
    patienceMs,
    maxJobs: () => engine.admission.maxJobs(),
    slotsElsewhere: (job) => fleet?.slotsFor(job) ?? null,
  };
}
