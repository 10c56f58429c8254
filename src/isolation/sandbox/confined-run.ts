import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { RunProcess } from "../../process/process.ts";
import type { Grants } from "../../process/sandbox/sandbox.ts";
import type { SandboxLevel } from "../../score/plan/sandbox.ts";
import type { Places } from "../home/places.ts";
import { type Belongings, grantsFor } from "./grants.ts";

export interface ConfinedParts {
  readonly run: RunProcess;
  readonly places: Places;
  /** For the caches of package managers: the person's own are not theirs to write. */
  readonly cache: string;
}

/**
 * Runs programs so that they touch only what belongs to them. Each has temporary files of its own, gone when it ends:
 * the machine's folder for them holds other people's.
 */
export function confinedRun(parts: ConfinedParts, level: Exclude<SandboxLevel, "off">, own: Belongings): RunProcess {
  const { run, places, cache } = parts;
  return async (request) => {
    const temp = await mkdtemp(join(places.scratch, "t"));
    try {
      const env: Readonly<Record<string, string>> = { ...request.env, ...cacheVariables(cache), TMPDIR: temp };
      const belongings = { ...own, write: [...own.write, cache, temp] };
      const surroundings = { path: env["PATH"], home: env["HOME"] };
      const grants = await present(grantsFor(level, belongings, surroundings));
      return await run({ ...request, env, limits: { ...request.limits, confined: { grants } } });
    } finally {
      await rm(temp, { recursive: true, force: true }).catch(() => undefined);
    }
  };
}

/** Each tool takes the folder that its own variable names. */
function cacheVariables(cache: string): Readonly<Record<string, string>> {
  return {
    XDG_CACHE_HOME: cache,
    npm_config_cache: join(cache, "npm"),
    GOCACHE: join(cache, "go-build"),
    GRADLE_USER_HOME: join(cache, "gradle"),
  };
}

/** The kernel takes rules only for files that exist. */
async function present({ read, write }: Grants): Promise<Grants> {
  const existing = async (paths: readonly string[]): Promise<readonly string[]> => {
    const unique = [...new Set(paths)];
    const found = await Promise.all(unique.map(exists));
    return unique.filter((_, at) => found[at] === true);
  };
  return { read: await existing(read), write: await existing(write) };
}
