import { dirname, join } from "node:path";
import { launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import type { ProcessRequest, RunProcess } from "../../process/process.ts";
import { findProgram } from "../../process/program.ts";
import type { Confinement, LayerName } from "../../process/sandbox/sandbox.ts";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";
import type { Places } from "../home/places.ts";
import { type Belongings, grantsFor, layeredFolders, packageOf } from "./grants.ts";
import { type NetworkWish, openNetwork } from "./network.ts";
import { around, pinGrants, realPaths, splitEnvironment } from "./pins.ts";
import { type Room, furnishRoom, openRoom } from "./room.ts";

export interface ConfinedParts {
  readonly run: RunProcess;
  readonly places: Pick<Places, "scratch" | "jobs">;
  /** For the caches of package managers where they can't have layers: the person's own are not theirs to write. */
  readonly cache: string;
  /** The layers that hold on this machine. */
  readonly layers: ReadonlySet<LayerName>;
  /** Absent: the network of the machine. */
  readonly network?: NetworkWish;
}

/**
 * Runs programs so that they touch only what belongs to them. Each has temporary files of its own, gone when it ends:
 * the machine's folder for them holds other people's.
 */
export function confinedRun(parts: ConfinedParts, level: ConfinedLevel, own: Belongings): RunProcess {
  return async (request) => {
    const room = await openRoom(parts.places.scratch);
    const way = parts.network === undefined ? null : await openNetwork(parts.network, request.env);
    try {
      const { read = [], write = [] } = request.limits?.outside ?? {};
      const seen = [...own.read, ...read, ...(way?.read ?? [])];
      const reaching = { ...own, write: [...own.write, ...write], read: seen };
      const { env, variables } = splitEnvironment(way === null ? request.env : way.env);
      const wish = { request: { ...request, env }, level, own: reaching, jobs: parts.places.jobs };
      const confined = parts.layers.has("mounts")
        ? await behindMounts(room, wish)
        : onTheMachine(room, { ...wish, cache: parts.cache });
      if (typeof confined === "string") return unstarted(confined);
      const how = { ...confined.how, calls: level, variables, ...(way === null ? {} : { network: way.network }) };
      return await parts.run({ ...request, env: confined.env, limits: { ...request.limits, confined: how } });
    } finally {
      await Promise.all([room.close(), way?.close()]);
    }
  };
}

interface Wish {
  readonly request: ProcessRequest;
  readonly level: ConfinedLevel;
  readonly own: Belongings;
  /** Where files of jobs lie. */
  readonly jobs: string;
}

interface Confined {
  readonly env: Readonly<Record<string, string>>;
  readonly how: Confinement;
}

/** It sees its own home and temporary files, or layers over the person's tools. */
async function behindMounts(room: Room, { request, level, own, jobs }: Wish): Promise<Confined | string> {
  const path = request.env["PATH"];
  const written = request.env["HOME"];
  const home = written === undefined ? undefined : (realPaths([written])[0] ?? written);
  const isStrict = level === "strict";
  const layered = realPaths(layeredFolders(level, home));
  const temp = isStrict ? "/tmp" : room.temp;
  const ours = isStrict && home !== undefined ? [home] : [];
  const belongings = {
    write: [...own.write, ...(isStrict ? [] : [room.temp])],
    read: [...own.read, ...(isStrict ? programs(request) : [])],
  };
  const grants = pinGrants(grantsFor(level, belongings, { path, home }), jobs);
  if (typeof grants === "string") return grants;
  const mounts = await furnishRoom(room, { level, home, layered, grants, fixed: realPaths(own.fixed ?? []) });
  const write = [...grants.write, ...layered, ...ours, ...(isStrict ? ["/tmp"] : []), "/dev/shm"];
  // An agent of the person's keys signs for every program that asks it.
  const { SSH_AUTH_SOCK: _, ...ownEnv } = request.env;
  const env = { ...(isStrict ? ownEnv : request.env), TMPDIR: temp, ...(home === undefined ? {} : { HOME: home }) };
  return { env, how: { grants: { read: grants.read, write: [...new Set(write)] }, mounts } };
}

function onTheMachine(room: Room, { request, level, own, jobs, cache }: Wish & { cache: string }): Confined | string {
  const env = { ...request.env, ...cacheVariables(cache), TMPDIR: room.temp };
  const belongings = {
    write: [...around(own.write, realPaths(own.fixed ?? [])), cache, room.temp],
    read: [...own.read, ...(level === "strict" ? programs(request) : [])],
  };
  const surroundings = { path: request.env["PATH"], home: request.env["HOME"] };
  const grants = pinGrants(grantsFor(level, belongings, surroundings), jobs);
  return typeof grants === "string" ? grants : { env, how: { grants } };
}

/** Links on the PATH lead to programs and interpreters that lie elsewhere; the sandbox starts by its own launcher. */
function programs({ argv, env, cwd }: ProcessRequest): readonly string[] {
  const found = [argv[0], "node", "python3"].map((name) => findProgram(name, env["PATH"], cwd));
  const files = found.flatMap((program) => (program.kind === "found" ? [program.file] : []));
  return [...realPaths(files).flatMap(packageOf), dirname(launcherPath())];
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

function unstarted(reason: string): Awaited<ReturnType<RunProcess>> {
  const nothing = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), droppedBytes: 0, durationMs: 0 };
  return { how: { kind: "not-started", reason: `it must be confined: ${reason}` }, ...nothing };
}
