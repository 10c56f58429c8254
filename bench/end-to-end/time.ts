import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { descendantsOf } from "../../prove/census.ts";

export interface Taken {
  readonly ms: number;
  /** Of all processes together. */
  readonly cpuMs: number;
}

/** A command from its start to its exit. A shell around it tells what it and all that it waited for used. */
export async function timed(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Taken> {
  const script = '"$@" >&2; code=$?; times; exit $code';
  const from = performance.now();
  const { code, out, err } = await new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn("sh", ["-c", script, "sh", ...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const said = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
    child.on("error", reject).on("close", (ended) => {
      resolve({ code: ended, ...said });
    });
  });
  const ms = performance.now() - from;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${String(code)}: ${err}`);
  return { ms, cpuMs: readTimes(out) };
}

/** Four times, as in `0m0.010s`: of the shell and of its children, the user's and the system's. */
function readTimes(text: string): number {
  const found = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  if (found.length !== 4) throw new Error(`no times: ${text}`);
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
}

/** Of a process and those below it that live, with all that each has waited for. */
export function cpuOfTree(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + cpuOf(one), 0);
}

/** Linux counts in hundredths of a second for all programs. */
const tickMs = 10;

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, "utf8");
    // The name, in brackets, may hold brackets and blanks itself; after it comes the third field.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0);
  } catch {
    return 0;
  }
}
