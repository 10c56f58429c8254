import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { BridgeRequest } from "../agents/bridge-request.ts";
import { messageOf } from "../base/error.ts";
import { failed, type EventLine, type Tell } from "./event-line.ts";

/** A run of a bridge, which reports events and, last, its end. */
export interface Run {
  readonly request: BridgeRequest;
  readonly prompt: string;
  readonly tell: Tell;
  /** Aborted when the bridge must end. */
  readonly cancel: AbortSignal;
  readonly words: Words;
}

/** What a person says to the agent while it runs: a JSON object with `id` and `text` in each line of stdin. */
export interface Words {
  /** Takes those that came. */
  take(): readonly Said[];
  /** Called whenever some come. */
  onCome: () => void;
}

interface Said {
  readonly id: string;
  readonly text: string;
}

function wordsFrom(input: NodeJS.ReadStream): Words {
  const come: Said[] = [];
  const words: Words = { take: () => come.splice(0), onCome: () => undefined };
  createInterface({ input })
    .on("line", (line) => {
      try {
        const { id, text } = JSON.parse(line) as Partial<Record<keyof Said, unknown>>;
        if (typeof id === "string" && typeof text === "string") come.push({ id, text });
        words.onCome();
      } catch {
        process.stderr.write("a line on stdin is no JSON\n");
      }
    })
    .on("error", () => undefined);
  return words;
}

export type EndLine = Extract<EventLine, { type: "ended" | "failed" }>;

export interface RunEnd {
  readonly line: EndLine;
  readonly exitCode: number;
}

export function endedWith(line: EndLine): RunEnd {
  return { line, exitCode: line.type === "ended" ? 0 : 1 };
}

/** The main of both bridges: `argv[2]` is the request's file. */
export async function runBridge(drive: (run: Run) => Promise<RunEnd>): Promise<never> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  // Without a reader there is nothing to do.
  process.stdout.on("error", () => stop.abort());
  const tell = (line: EventLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);

  const { line, exitCode } = await drivenTo(drive, { tell, cancel: stop.signal, words: wordsFrom(process.stdin) });
  tell(line);
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  process.exit(exitCode);
}

async function drivenTo(
  drive: (run: Run) => Promise<RunEnd>,
  { tell, cancel, words }: Pick<Run, "tell" | "cancel" | "words">,
): Promise<RunEnd> {
  try {
    const request = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as BridgeRequest;
    const prompt = await readFile(request.promptPath, "utf8");
    return await drive({ request, prompt, tell, cancel, words });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return endedWith(failed("bridge_error", messageOf(error)));
  }
}
