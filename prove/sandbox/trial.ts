import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { placesIn } from "../../src/isolation/home/places.ts";
import { confinedRun } from "../../src/isolation/sandbox/confined-run.ts";
import type { NetworkWish } from "../../src/isolation/sandbox/network.ts";
import type { RunProcess } from "../../src/process/process.ts";
import type { LayerName } from "../../src/process/sandbox/sandbox.ts";
import { type Column, type EscapeAct, type Reach, reaches } from "./acts.ts";
import { type Scene, greeting, lookAround, makeScene, secret } from "./scene.ts";

export interface Trying {
  readonly run: RunProcess;
  readonly column: Column;
  /** The user that the act runs as. */
  readonly user: number;
  /** Those that confine it. */
  readonly layers: ReadonlySet<LayerName>;
}

/** What an act reached, of all that was not granted to it. */
export async function tryEscape(act: EscapeAct, trying: Trying): Promise<readonly Reach[]> {
  const scene = await makeScene(trying.user);
  try {
    const before = lookAround(scene);
    const printed = await runAct(act, scene, trying);
    const after = lookAround(scene);
    const marks = join(scene.mine, "reached");
    const said = existsSync(marks) ? readFileSync(marks, "utf8") : "";
    const found: Partial<Record<Reach, boolean>> = {
      wrote: after.contents !== before.contents || said.includes("wrote"),
      read: printed.includes(secret),
      metadata: after.contents === before.contents && after.metadata !== before.metadata,
      signal: !isRunning(scene),
      socket: printed.includes(greeting),
    };
    return reaches.filter((reach) => found[reach] === true);
  } finally {
    scene.close();
  }
}

async function runAct(act: EscapeAct, scene: Scene, { run, column, user, layers }: Trying): Promise<string> {
  const places = { ...placesIn(join(scene.root, "tutti")), scratch: scene.scratch };
  const parts = { run, places, cache: join(scene.root, "cache"), layers };
  const limited = act.network === undefined ? {} : { network: networkOf(act.network) };
  const level = column === "strict" ? column : "write";
  const confined = confinedRun({ ...parts, ...limited }, level, { write: [scene.mine], read: [] });
  const own = process.getuid?.() === 0 && user !== 0;
  const { stdout, stderr } = await confined({
    argv: own ? [...asUser(user), "sh", "-c", act.script] : ["sh", "-c", act.script],
    cwd: scene.mine,
    env: { ...scene.env, LAUNCHER: launcherPath() },
    output: { kind: "memory", capBytes: 1_000_000 },
    limits: { timeoutMs: 60_000 },
    tree: "contained",
  });
  return stdout.toString() + stderr.toString();
}

function networkOf(network: NonNullable<EscapeAct["network"]>): NetworkWish {
  const hosts = network === "off" ? network : ["allowed.example", "127.0.0.1:1"];
  return { hosts, keys: [], onRefused: () => undefined };
}

function asUser(user: number): readonly [string, ...string[]] {
  return ["setpriv", `--reuid=${String(user)}`, `--regid=${String(user)}`, "--clear-groups", "--"];
}

function isRunning({ neighbour }: Scene): boolean {
  if (neighbour.exitCode !== null || neighbour.signalCode !== null) return false;
  try {
    const stat = readFileSync(`/proc/${String(neighbour.pid)}/stat`, "utf8");
    return !/\) [TZX] /.test(stat);
  } catch {
    return false;
  }
}
