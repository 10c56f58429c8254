import type { ChildOrder, Exit, Receivers, RunningChild } from "../run/child.ts";
import { inputOf, withSockets } from "../run/child.ts";
import type { Launcher } from "./launcher.ts";

/** Longer input is not copied through the launcher. */
const longestInput = 64 * 1024;

/** A program that the launcher starts. Output that is kept in memory comes in frames, any other over sockets. */
export function launchChild(launcher: Launcher, { request, argv, env }: ChildOrder): Promise<RunningChild> {
  const { path, bytes, isTalk } = inputOf(request.stdin);
  const isLong = bytes !== null && bytes.length > longestInput;
  const isKept = request.output.kind === "memory";
  const sockets = [...(isTalk || isLong ? [0] : []), ...(isKept ? [] : [1, 2])];
  const isGit = request.role === "git";
  const order = { argv, cwd: request.cwd, env, isGit, inputPath: path, hasInput: bytes !== null, sockets };
  const frames = makeFrames(isKept);
  let exited = (_: Exit): void => {};
  const exit = new Promise<Exit>((resolve) => (exited = resolve));
  return new Promise((resolve, reject) => {
    const launched = launcher.launch({
      order,
      input: bytes === null || isLong ? nothing : bytes,
      started: (pid, streams) => {
        const child = withSockets({ pid, exit, streams, bytes: isLong ? bytes : null }, launched.awaits);
        const cutOff = (): void => {
          launched.cut();
          frames.end();
          child.cutOff();
        };
        resolve(isKept ? { ...child, drain: frames.drain, cutOff } : child);
      },
      refused: (error) => reject(new Refusal(error)),
      heard: frames.heard,
      ended: frames.ended,
      exited,
    });
  });
}

const nothing = new Uint8Array();

/** As the system's own errors. */
class Refusal extends Error {
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  constructor({ code, syscall }: { readonly code?: string; readonly syscall?: string }) {
    super(`${syscall ?? "spawn"} ${code ?? "failed"}`);
    this.code = code;
    this.syscall = syscall;
  }
}

interface Frames extends Pick<RunningChild, "drain"> {
  readonly heard: (stream: "stdout" | "stderr", chunk: Buffer) => void;
  readonly ended: (stream: "stdout" | "stderr") => void;
  readonly end: () => void;
}

/** Output that comes in frames: what is there before it is asked for is kept. */
function makeFrames(isUsed: boolean): Frames {
  const early: { stream: "stdout" | "stderr"; chunk: Buffer }[] = [];
  const open = new Set(isUsed ? ["stdout", "stderr"] : []);
  let to: Receivers | null = null;
  let finish = (): void => {};
  const over = new Promise<void>((resolve) => (finish = resolve));
  return {
    heard: (stream, chunk) => {
      if (!open.has(stream)) return;
      if (to === null) early.push({ stream, chunk });
      else void to[stream](chunk);
    },
    ended: (stream) => {
      open.delete(stream);
      if (open.size === 0) finish();
    },
    end: () => {
      open.clear();
      finish();
    },
    drain: (receivers) => {
      to = receivers;
      for (const { stream, chunk } of early.splice(0)) void receivers[stream](chunk);
      return over;
    },
  };
}
