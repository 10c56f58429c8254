import { readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { Grants } from "../../process/sandbox/sandbox.ts";
import { isBelow } from "./mounts.ts";

/**
 * Grants as the kernel takes them: real paths of what is there. An earlier program may have put a link where a path
 * leads, so a path below one that it writes is no grant of its own, and one of a job that leads elsewhere is refused: a
 * text says which.
 */
export function pinGrants({ read, write }: Grants, jobs: string): Grants | string {
  const roots = write.filter((path) => !write.some((other) => other !== path && isBelow(path, other)));
  const others = read.filter((path) => !roots.some((root) => isBelow(path, root)));
  const realJobs = realPath(jobs) ?? jobs;
  const real = new Map<string, string>();
  for (const path of new Set([...roots, ...others])) {
    const target = realPath(path);
    if (target === null) continue;
    if (isBelow(path, jobs) && target !== join(realJobs, relative(jobs, path)))
      return `${path} leads to ${target} through a link`;
    real.set(path, target);
  }
  const pinned = (paths: readonly string[]): readonly string[] => [
    ...new Set(paths.flatMap((path) => real.get(path) ?? [])),
  ];
  return { read: pinned(others), write: pinned(roots) };
}

/**
 * Where no mount protects what is fixed, its folder is granted by what else is in it: nothing new is written at its top.
 */
export function around(write: readonly string[], fixed: readonly string[]): readonly string[] {
  return write.flatMap((path) => {
    const real = realPath(path) ?? path;
    const inside = fixed.filter((one) => isBelow(one, real));
    if (inside.length === 0) return [path];
    return around(
      readdirSync(real)
        .map((name) => join(real, name))
        .filter((one) => !inside.includes(one)),
      inside,
    );
  });
}

/** Of those that are there. */
export function realPaths(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map(realPath).filter((path) => path !== null))];
}

/** Waits for the disk: a hundred paths of folders in use take less than one round through other threads. */
function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/**
 * Variables by which a program loads code or reads files of its choice when it starts. The sandbox's own programs start
 * before the program is confined, so only the program itself gets them.
 */
const loading =
  /^(LD_|PERL|NODE_(OPTIONS|PATH)$|OPENSSL_|GCONV_PATH$|LOCPATH$|NLSPATH$|GLIBC_|MALLOC_|BASH|ENV$|SHELLOPTS$|PS4$|RES_|HOSTALIASES$)/;

/** Divides an environment; `variables` are those of the program alone. */
export function splitEnvironment(env: Readonly<Record<string, string>>): {
  readonly env: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
} {
  const all = Object.entries(env);
  return {
    env: Object.fromEntries(all.filter(([name]) => !loading.test(name))),
    variables: all.flatMap(([name, value]) => (loading.test(name) ? [`${name}=${value}`] : [])),
  };
}
