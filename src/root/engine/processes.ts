import { realWorld } from "../../base/real-world.ts";
import { makeBrake } from "../../process/brake.ts";
import type { Calls } from "../../process/calls.ts";
import { type Containment, processGroup } from "../../process/tree/containment.ts";
import { findContainment } from "../../process/tree/probe.ts";
import type { RunProcess } from "../../process/process.ts";
import { makeRunProcess } from "../../process/run/run.ts";
import type { Setting } from "../setting.ts";

export async function openProcesses(
  setting: Setting,
  about: { readonly owner: string; readonly calls: Calls },
): Promise<{ run: RunProcess; containment: Containment; brake: ReturnType<typeof makeBrake> }> {
  const { owner, calls } = about;
  const plain = makeRunProcess({ containment: processGroup, owner, clock: realWorld, calls });
  const containment = await findContainment({
    choice: setting.env["TUTTI_CONTAINMENT"],
    path: setting.env["PATH"],
    run: plain,
  });
  const brake = makeBrake();
  return { run: makeRunProcess({ containment, owner, clock: realWorld, brake, calls }), containment, brake };
}

export function containmentNotice(containment: Containment): readonly string[] {
  if (containment.kind !== "group" || containment.passedOver.length === 0) return [];
  return [
    `agents are held together by a process group only: one that starts a session of its own may outlive its sheet (${containment.passedOver.map(({ kind, why }) => `${kind}: ${why}`).join("; ")})`,
  ];
}
