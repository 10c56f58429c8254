import { spawnSync } from "node:child_process";
import { storesOf } from "../contexts/stores.ts";
import { plainEnv } from "../contexts/raw-git.ts";
import type { Playground } from "../playground.ts";

/**
 * What git says against the user's repository, the store and the hub: a clean-up of its own, then everything checked.
 */
export function inspectRepositories(ground: Playground): readonly string[] {
  const { stores, hubs } = storesOf(ground);
  return [ground.repository, ...stores, ...hubs].flatMap((place) => [
    ...complaint(place, ["gc", "-q"]),
    ...complaint(place, ["fsck", "--full", "--no-dangling", "--no-progress"]),
  ]);
}

function complaint(place: string, args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: place, env: plainEnv, encoding: "utf8" });
  const said = (stdout + stderr).trim();
  return status === 0 && !/error|fatal|missing|broken|corrupt|bad /i.test(said)
    ? []
    : [`git ${args.join(" ")} in ${place} (${String(status)}): ${said.slice(0, 1_000)}`];
}
