import type { World } from "../base/world/world.ts";
import { type Brake, makeBrake } from "./brake.ts";
import type { Calls } from "./calls.ts";
import { makeCells } from "./cell/cells.ts";
import type { RunProcess } from "./process.ts";
import { type ProcessSetting, makeRunProcess } from "./run/run.ts";
import { findSandbox } from "./sandbox/find.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { type Containment, processGroup } from "./tree/containment.ts";
import { markVariables } from "./tree/marker.ts";
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
  /** Where layers of the sandbox are tried. */
  readonly scratch: string;
}

export interface Processes {
  readonly run: RunProcess;
  readonly brake: Brake;
  /** Whether nothing that a contained program started can outlive it. */
  readonly isContained: boolean;
  /** Ends namespaces that wait for another program. */
  readonly close: () => Promise<void>;
  /** Tried when it is first asked for. */
  readonly sandbox: () => Promise<Sandbox>;
}

/** Runs programs in the best containment that this machine has. */
export async function openProcesses(opening: ProcessOpening): Promise<Processes> {
  const { owner, clock, calls, notice, viewAt, path, scratch } = opening;
  const plain = makeRunProcess({ containment: processGroup, owner, clock, calls });
  const containment = await containmentFor(opening, plain);
  for (const text of containmentNotice(containment)) notice(text);
  const brake = makeBrake();
  const cells = makeCells({ containment, clock, env: markVariables(owner, "work", null) });
  const processes = containment.kind !== "group" || "there is no namespace of processes";
  let found: Promise<Sandbox> | undefined;
  const sandbox = (): Promise<Sandbox> => (found ??= findSandbox({ path, run: plain, scratch, processes }));
  const run = makeRunProcess({ containment, owner, clock, brake, calls, viewAt, cells, sandbox });
  return { run, brake, isContained: containment.kind !== "group", sandbox, close: cells.close };
}

/** A trial takes several programs, and the machine does not change while this process runs. */
const found = new Map<string, Promise<Containment>>();

function containmentFor({ containment: choice, path }: ProcessOpening, run: RunProcess): Promise<Containment> {
  const key = JSON.stringify([choice, path ?? null]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const trial = findContainment({ choice, path, run });
  found.set(key, trial);
  // A trial that found little may have met a machine that was short of something.
  trial.then(
    ({ kind }) => kind === "group" && found.delete(key),
    () => found.delete(key),
  );
  return trial;
}

function containmentNotice(containment: Containment): readonly string[] {
  if (containment.kind !== "group" || containment.passedOver.length === 0) return [];
  return [
    `agents are held together by a process group only: one that starts a session of its own may outlive its sheet (${containment.passedOver.map(({ kind, why }) => `${kind}: ${why}`).join("; ")})`,
  ];
}
