import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** One living process. Those in namespaces of their own are seen here too, by the numbers they have outside. */
interface Living {
  readonly pid: number;
  readonly parent: number;
}

/** Ends a process and everything that it or an earlier Tutti of this home started, wherever that went. */
export async function killWhole(pid: number, home: string): Promise<void> {
  const until = performance.now() + 5000;
  for (
    let doomed: readonly number[] = [pid, ...descendantsOf(pid), ...strays(home)];
    doomed.length > 0;
    doomed = strays(home)
  ) {
    for (const one of doomed) kill(one);
    if (performance.now() > until) throw new Error(`processes of ${home} can't be ended: ${doomed.join(", ")}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Gone already.
  }
}

/** Processes that carry the mark of a home. */
export function strays(home: string): readonly number[] {
  const mark = `TUTTI_OWNER=${createHash("sha256").update(home).digest("hex").slice(0, 16)}.`;
  return living()
    .map(({ pid }) => pid)
    .filter((pid) =>
      read(`/proc/${pid}/environ`)
        .split("\0")
        .some((entry) => entry.startsWith(mark)),
    );
}

export function descendantsOf(pid: number): readonly number[] {
  const rows = living();
  const found = [pid];
  for (const one of found) found.push(...rows.filter((row) => row.parent === one).map((row) => row.pid));
  return found.slice(1);
}

function living(): readonly Living[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The program's name stands in brackets and may hold brackets and blanks itself.
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat === "" || state === "Z" || state === "X" ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
