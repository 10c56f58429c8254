import type { ProcessClock } from "../machine/awake.ts";
import type { ProcessRequest } from "../process.ts";
import type { RunningChild } from "../run/child.ts";
import { startProcess } from "../run/start.ts";
import type { Containment } from "../tree/containment.ts";
import { type Cell, makeCell } from "./cell.ts";
import { type CellProgram, isTellable } from "./order.ts";

/** Namespaces that wait for the next program, so that three wrappers are started for many programs. */
export interface Cells {
  /** `null`: it has to be started by itself. */
  start(program: CellProgram): Promise<RunningChild | null>;
  readonly close: () => Promise<void>;
}

export interface CellSetting {
  readonly containment: Pick<Containment, "cell">;
  readonly clock: ProcessClock;
  /** By which its processes are recognised. */
  readonly env: Readonly<Record<string, string>>;
}

/** Two small processes each. */
const mostIdle = 8;
const idleMs = 5_000;
/** A cell does not see later mounts of the machine, and keeps unmounted file systems in use. */
const oldestMs = 60_000;

interface Entry {
  readonly cell: Cell;
  readonly madeAt: number;
  callOff: () => void;
}

export function makeCells({ containment, clock, env }: CellSetting): Cells {
  const idle: Entry[] = [];
  const ending = new Set<Promise<void>>();
  let isClosed = false;
  let { cell: argv } = containment;
  const leave = ({ cell, callOff }: Entry): void => {
    callOff();
    const gone: Promise<void> = cell.end().finally(() => ending.delete(gone));
    ending.add(gone);
  };
  const putBack = (entry: Entry, how: "whole" | "perhaps hit"): void => {
    const isOld = clock.ticks() - entry.madeAt > oldestMs;
    // A program that kills its process group hits the wrapper too, whose end is only heard later: the next program must
    // not be lost with it.
    if (isClosed || isOld || how === "perhaps hit" || idle.length >= mostIdle) {
      leave(entry);
      return;
    }
    idle.push(entry);
    entry.callOff = clock.after(idleMs, () => {
      idle.splice(idle.indexOf(entry), 1);
      leave(entry);
    });
  };
  const take = (): Entry | null => {
    for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
      entry.callOff();
      if (!entry.cell.isOver()) return entry;
    }
    return null;
  };
  const open = async (): Promise<Entry | null> => {
    if (argv === null) return null;
    const started = await startProcess({ request: { ...shellRequest, argv, env }, clock, argv, env, onAwaits: noOne });
    if (started.kind !== "started" || started.child.input === null) return null;
    const cell = await makeCell(started.child, (how) => entry !== null && putBack(entry, how));
    // A machine that has no such cell is not asked again.
    if (cell === null) argv = null;
    const entry = cell === null ? null : { cell, madeAt: clock.ticks(), callOff: noOne };
    return entry;
  };
  return {
    start: async (program) => {
      if (isClosed || !isTellable(program)) return null;
      return (take() ?? (await open()))?.cell.play(program) ?? null;
    },
    close: async () => {
      isClosed = true;
      for (const entry of idle.splice(0)) leave(entry);
      await Promise.all(ending);
    },
  };
}

const noOne = (): void => {};

/** Its streams are read as they come, one program after the other. */
const shellRequest = {
  cwd: "/",
  stdin: { onOpen: noOne },
  output: { kind: "heard", onChunk: noOne, capBytes: 0 },
  tree: "contained",
} as const satisfies Omit<ProcessRequest, "argv" | "env">;
