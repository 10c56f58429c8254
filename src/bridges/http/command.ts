import { type ChildProcess, spawn } from "node:child_process";

/** A tool's answer to the model; a refusal says why. */
export interface ToolEnd {
  readonly text: string;
  readonly isGood: boolean;
}

export function good(text: string): ToolEnd {
  return { text, isGood: true };
}

export function refused(reason: string): ToolEnd {
  return { text: reason, isGood: false };
}

export interface RunPlace {
  readonly context: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cancel: AbortSignal;
}

export const mostSeconds = 1_800;
/** Time to read what detached children print. */
const leftoverMs = 1_000;

/** A command is as free as any agent's shell: the bridge's containment holds it. Its process group ends with it. */
export async function runCommand(
  { context, env, cancel }: RunPlace,
  { command, seconds = 300 }: { readonly command: string | readonly string[]; readonly seconds?: number | undefined },
): Promise<ToolEnd> {
  const argv = typeof command === "string" ? ["sh", "-c", command] : command;
  const [program, ...args] = argv;
  if (program === undefined || program.trim() === "") return refused("the command is empty");
  if (cancel.aborted) return refused("the run is being ended");
  const child = spawn(program, args, { cwd: context, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = capped();
  child.stdout.on("data", output.add);
  child.stderr.on("data", output.add);
  const how = await ended(child, Math.min(seconds, mostSeconds) * 1_000, cancel);
  const text = output.text();
  return how === "exit code 0" ? good(text === "" ? "(no output)" : text) : refused(`${text}\n(${how})`.trimStart());
}

function ended(child: ChildProcess, limitMs: number, cancel: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let verdict: string | null = null;
    const end = (why: string) => {
      verdict ??= why;
      killGroup(child);
    };
    const stop = () => end("ended: the run is being ended");
    const timer = setTimeout(
      () => end(`ended after ${limitMs / 1_000} s: give it more \`seconds\`, or run less`),
      limitMs,
    );
    cancel.addEventListener("abort", stop);
    const over = (why: string) => {
      clearTimeout(timer);
      cancel.removeEventListener("abort", stop);
      resolve(verdict ?? why);
    };
    child.on("error", (error) => over(`not started: ${error.message}`));
    child.on("exit", (code, signal) => {
      verdict ??= signal === null ? `exit code ${code}` : `ended by ${signal}`;
      killGroup(child);
      // A detached child may hold the output open.
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream?.destroy()), leftoverMs).unref();
    });
    child.on("close", () => over("ended"));
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

const mostHead = 10_000;
const mostTail = 20_000;

/** Start and end of the output: errors are mostly there. */
function capped(): { readonly add: (chunk: Buffer) => void; readonly text: () => string } {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let dropped = 0;
  return {
    add(chunk) {
      const forHead = chunk.subarray(0, mostHead - head.length);
      head = Buffer.concat([head, forHead]);
      const rest = Buffer.concat([tail, chunk.subarray(forHead.length)]);
      dropped += Math.max(0, rest.length - mostTail);
      tail = rest.subarray(-mostTail);
    },
    text: () => {
      const middle = dropped === 0 ? "" : `\n(${dropped} bytes left out)\n`;
      return Buffer.concat([head, Buffer.from(middle), tail]).toString("utf8");
    },
  };
}
