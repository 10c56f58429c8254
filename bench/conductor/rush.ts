import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type BenchHome, makeBenchHome, requireTutti, runTutti } from "./home.ts";

export interface Rush {
  /** Starts that ended well. */
  readonly good: number;
  /** Different conductors that they named. */
  readonly named: number;
  /** Conductors of that home that were alive afterwards. */
  readonly living: number;
}

/** So many `tutti start` at once, in a home that has no conductor. */
export async function measureRush(folder: string, starts: number): Promise<Rush> {
  const home = await makeBenchHome(join(folder, "rush"));
  const ends = await Promise.all(Array.from({ length: starts }, () => runTutti(home, ["start"])));
  const living = conductorsOf(home);
  await requireTutti(home, ["stop"]);
  return {
    good: ends.filter(({ code }) => code === 0).length,
    named: new Set(ends.flatMap(({ out }) => /: process (\d+),/.exec(out)?.[1] ?? [])).size,
    living: living.length,
  };
}

function conductorsOf({ places }: BenchHome): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || !read(`/proc/${pid}/cmdline`).includes("--foreground")) return false;
    return read(`/proc/${pid}/environ`).split("\0").includes(`TUTTI_HOME=${places.home}`);
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
