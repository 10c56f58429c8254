import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What a system that keeps programs running is told of the conductor. */
export interface Unit {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** How long it may take to stop before it is killed. */
  readonly stopMs: number;
  /** Where it prints, for systems that keep no journal. */
  readonly printed: string;
}

export interface Supervisor {
  readonly name: "systemd" | "launchd";
  readonly path: (env: Environment) => string;
  readonly text: (unit: Unit) => string;
  /** What to type after it was written, or before it is removed. */
  readonly enable: (path: string) => readonly string[];
  readonly disable: (path: string) => readonly string[];
  /** Why it can't be told here whether it works; `null` where it can. */
  readonly absent: () => string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The first line of what we write: a file without it is somebody else's. */
export const mark = "Written by tutti service install";

/** Later than its own grace: a conductor that is just about to end in order is not to be killed. */
const marginMs = 15_000;

export function unitOf({
  env,
  home,
  graceMs,
  printed,
}: {
  env: Environment;
  home: string;
  graceMs: number;
  printed: string;
}): Unit {
  const program = fileURLToPath(new URL("../../../bin/tutti", import.meta.url));
  const path = env["PATH"] ?? "";
  return {
    argv: [process.execPath, program, "start", "--foreground"],
    // Agents are found on the PATH, and a service's own has only the system's programs.
    env: { ...(path === "" ? {} : { PATH: path }), TUTTI_HOME: home },
    stopMs: graceMs + marginMs,
    printed,
  };
}

export function homeOf(env: Environment): string {
  const named = env["HOME"] ?? "";
  return named === "" ? homedir() : named;
}

export function configFolder(env: Environment): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  return named === "" ? join(homeOf(env), ".config") : named;
}
