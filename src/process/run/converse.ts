import { messageOf } from "../../base/error.ts";
import type { ProcessEnd, ProcessRequest, RunProcess, Talk } from "../process.ts";

/** A program that stays and is talked to. It ends with its input, hence with us. */
export interface Conversation {
  /** May be called before it runs. */
  say(text: string): void;
  /** While nothing is awaited of it, it keeps nothing alive. */
  awaits(isAwaited: boolean): void;
  /** Resolves when it exited and all output was read. */
  end(): Promise<void>;
  /** Never rejects. */
  readonly over: Promise<ProcessEnd>;
}

/** The end of stderr explains why it exited. */
const complaintBytes = 64 * 1024;

/** Starts a program to talk to; its `idleMs` limits how long it may owe an answer and do nothing. */
export function converse(
  run: RunProcess,
  program: Pick<ProcessRequest, "argv" | "cwd" | "env" | "role" | "limits">,
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
  }).catch(died);
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

/** Only a fault of the machine is thrown: to the caller, it is a program that was killed. */
function died(error: unknown): ProcessEnd {
  const how = { kind: "signalled", signal: "SIGKILL" } as const;
  return { how, stdout: Buffer.alloc(0), stderr: Buffer.from(messageOf(error)), droppedBytes: 0, durationMs: 0 };
}
