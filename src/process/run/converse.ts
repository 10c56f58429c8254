import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import type { ProcessEnd, ProcessRequest, RunProcess, Talk } from "../process.ts";

/** A program that stays, is told things on its input and heard on its output. It ends with its input, hence with us. */
export interface Conversation {
  /** May be called before it runs: what is said is kept for it. */
  say(text: string): void;
  /** While nothing is awaited of it, it keeps nobody from ending. At first something is. */
  awaits(isAwaited: boolean): void;
  /** Ends its input; resolves when it is over and all it said was heard. */
  end(): Promise<void>;
  /** How it came to its end, whatever the reason; never rejects. */
  readonly over: Promise<ProcessEnd>;
}

/** Of what it complains about; the last of it explains why it ended. */
const complaintBytes = 64 * 1024;

/**
 * Starts a program to talk to. It may stay as long as it is wanted; `idleMs` is for how long it may owe an answer and
 * do nothing.
 */
export function converse(
  run: RunProcess,
  program: Pick<ProcessRequest, "argv" | "cwd" | "env" | "role" | "idleMs">,
  heard: (chunk: Buffer) => void,
): Conversation {
  let talk: Talk | null = null;
  let isAwaited = true;
  let isEnding = false;
  const said: string[] = [];

  function catchUp(): void {
    if (talk === null) return;
    if (said.length > 0) talk.input.write(said.splice(0).join(""), "latin1");
    if (isEnding) talk.input.end();
    talk.awaits(isAwaited || isEnding);
  }

  const over = run({
    ...program,
    tree: "group",
    stdin: {
      onOpen: (opened) => {
        talk = opened;
        catchUp();
      },
    },
    output: { kind: "heard", onChunk: heard, capBytes: complaintBytes },
  });
  return {
    say: (text) => {
      said.push(text);
      catchUp();
    },
    awaits: (next) => {
      isAwaited = next;
      catchUp();
    },
    end: async () => {
      isEnding = true;
      catchUp();
      await over;
    },
    over,
  };
}

/** `onAwaits`: told whenever somebody begins or ceases to wait for an answer. */
export function talkTo(child: ChildProcess, input: Writable, onAwaits: (isAwaited: boolean) => void): Talk {
  const pipes = [input, child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket);
  return {
    input,
    awaits: (isAwaited) => {
      onAwaits(isAwaited);
      for (const handle of [child, ...pipes]) {
        if (isAwaited) handle.ref();
        else handle.unref();
      }
    },
  };
}
