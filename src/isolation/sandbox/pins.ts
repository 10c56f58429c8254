import { realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { exists } from "../../base/files/exists.ts";
import type { Grants } from "../../process/sandbox/sandbox.ts";
import { isBelow } from "./mounts.ts";

/**
 * Grants as the kernel takes them: real paths of what is there. An earlier program may have put a link where a path
 * leads, so a path below one that it writes is no grant of its own, and one of a job that leads elsewhere is refused: a
 * text says which.
 */
export async function pinGrants({ read, write }: Grants, jobs: string): Promise<Grants | string> {
  const roots = write.filter((path) => !write.some((other) => other !== path && isBelow(path, other)));
  const others = read.filter((path) => !roots.some((root) => isBelow(path, root)));
  const realJobs = await realpath(jobs).catch(() => jobs);
  const real = new Map<string, string>();
  for (const path of new Set([...roots, ...others])) {
    if (!(await exists(path))) continue;
    const target = await realpath(path);
    if (isBelow(path, jobs) && target !== join(realJobs, relative(jobs, path)))
      return `${path} leads to ${target} through a link`;
    real.set(path, target);
  }
  const pinned = (paths: readonly string[]): readonly string[] => [
    ...new Set(paths.flatMap((path) => real.get(path) ?? [])),
  ];
  return { read: pinned(others), write: pinned(roots) };
}

/** Of those that are there. */
export async function realPaths(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => null)));
  return [...new Set(found.filter((path) => path !== null))];
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
