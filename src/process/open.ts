import type { World } from "../base/world.ts";
import { type Brake, makeBrake } from "./brake.ts";
import type { Calls } from "./calls.ts";
import type { RunProcess } from "./process.ts";
import { type ProcessSetting, makeRunProcess } from "./run/run.ts";
import { type Containment, processGroup } from "./tree/containment.ts";
import { findContainment } from "./tree/probe.ts";

export interface ProcessOpening {
  readonly owner: string;
  readonly clock: World;
  readonly calls: Calls;
  /** The containment that the user asked for, and where programs for it are looked for. */
  readonly containment: Parameters<typeof findContainment>[0]["choice"];
  readonly path: string | undefined;
  readonly notice: (text: string) => void;
  readonly viewAt: NonNullable<ProcessSetting["viewAt"]>;
}

/** Runs programs in the best containment that this machine has. */
export async function openProcesses(opening: ProcessOpening): Promise<{ run: RunProcess; brake: Brake }> {
  const { owner, clock, calls, path, notice, viewAt } = opening;
  const plain = makeRunProcess({ containment: processGroup, owner, clock, calls });
  const containment = await findContainment({ choice: opening.containment, path, run: plain });
  for (const text of containmentNotice(containment)) notice(text);
  const brake = makeBrake();
  return { run: makeRunProcess({ containment, owner, clock, brake, calls, viewAt }), brake };
}

function containmentNotice(containment: Containment): readonly string[] {
  if (containment.kind !== "group" || containment.passedOver.length === 0) return [];
  return [
    `agents are held together by a process group only: one that starts a session of its own may outlive its sheet (${containment.passedOver.map(({ kind, why }) => `${kind}: ${why}`).join("; ")})`,
  ];
}
