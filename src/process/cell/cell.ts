import { randomBytes } from "node:crypto";
import type { Exit, Receivers, RunningChild } from "../run/child.ts";
import { type CellProgram, endMark, greetingFor, orderFor } from "./order.ts";
import { type UntilMark, untilMark } from "./until-mark.ts";

/** A PID namespace that serves one program after the other. Its process 1 is a shell that is told what to run. */
export interface Cell {
  /** Starts a program that `isTellable`, one at a time. A cell that ends meanwhile takes it along. */
  play(program: CellProgram): RunningChild;
  isOver(): boolean;
  /** Resolves when nothing of it lives. */
  end(): Promise<void>;
}

/**
 * `shell`: runs already and reads its input. `onFree`: its program has ended, and nothing but the shell lives in it; or a
 * signal ended the program, which may have hit what holds the cell as well. `null`: it is not process 1, or has ended.
 */
export async function makeCell(
  shell: RunningChild,
  onFree: (how: "whole" | "perhaps hit") => void,
): Promise<Cell | null> {
  let part: Part | null = null;
  let isOver = false;
  const heard = async (stream: Stream, chunk: Buffer): Promise<void> => {
    await part?.take(stream, chunk);
  };
  const read = shell.drain({ stdout: (chunk) => heard("stdout", chunk), stderr: (chunk) => heard("stderr", chunk) });
  const over = shell.exit.then(async (exit) => {
    isOver = true;
    part?.lose(exit, read);
    await read;
  });
  const begin = (words: (name: string) => string): Part => {
    const name = randomBytes(16).toString("hex");
    part = makePart(shell, endMark(name));
    shell.awaits(true);
    shell.input?.write(words(name));
    return part;
  };
  const greeted = begin(greetingFor);
  void greeted.child.drain(deaf);
  if (!isEmptied(await greeted.child.exit)) return null;
  return {
    play: (program) => {
      const { child, codeAtEnd } = begin((name) => orderFor(program, name));
      let isLeft = false;
      // The one that waits for its end sends no more signals after this.
      const cutOff = (): void => {
        child.cutOff();
        const code = codeAtEnd();
        if (isLeft || code === null) return;
        isLeft = true;
        shell.awaits(false);
        onFree(code < leastOfSignals ? "whole" : "perhaps hit");
      };
      return { ...child, cutOff };
    },
    isOver: () => isOver,
    end: async () => {
      // A process with nothing else to wait for would exit first, with a code of its own.
      shell.awaits(true);
      shell.input?.end();
      await over;
    },
  };
}

/** A shell says 128 and more for a program that a signal ended. */
const leastOfSignals = 128;

function isEmptied(exit: Exit): boolean {
  return exit !== "lost" && exit.isEmptied === true;
}

const deaf: Receivers = { stdout: () => Promise.resolve(), stderr: () => Promise.resolve() };

type Stream = "stdout" | "stderr";

/** One program's part of what comes out of a cell. */
interface Part {
  readonly child: RunningChild;
  take(stream: Stream, chunk: Buffer): Promise<void>;
  readonly codeAtEnd: () => number | null;
  /** The cell has ended with it. */
  lose(exit: Exit, read: Promise<void>): void;
}

function makePart(shell: RunningChild, mark: Buffer): Part {
  const cuts: Record<Stream, UntilMark> = { stdout: untilMark(mark), stderr: untilMark(mark) };
  const open = new Set<Stream>(["stdout", "stderr"]);
  const exit = Promise.withResolvers<Exit>();
  const drained = Promise.withResolvers<undefined>();
  const wanted = Promise.withResolvers<Receivers | null>();
  let code = "";
  return {
    child: {
      pid: shell.pid,
      exit: exit.promise,
      input: null,
      drain: async (to) => {
        wanted.resolve(to);
        await drained.promise;
      },
      cutOff: () => {
        wanted.resolve(null);
        drained.resolve(undefined);
        // One that ended by itself has left nothing behind; any other was killed, and its cell with it.
        if (open.size > 0) shell.cutOff();
      },
      awaits: shell.awaits,
    },
    take: async (stream, chunk) => {
      const { output, end } = cuts[stream].take(chunk);
      if (output.length > 0) await (await wanted.promise)?.[stream](output);
      if (end === null || !open.delete(stream)) return;
      if (stream === "stdout") code = end;
      if (open.size > 0) return;
      exit.resolve({ code: Number(code), signal: null, isEmptied: true });
      drained.resolve(undefined);
    },
    codeAtEnd: () => (open.size === 0 ? Number(code) : null),
    lose: (how, read) => {
      exit.resolve(how);
      void read.then(() => drained.resolve(undefined));
    },
  };
}
