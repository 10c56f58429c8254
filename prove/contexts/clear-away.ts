import { spawnSync } from "node:child_process";

/**
 * Removes a folder with any modes and paths of any length: Node's own removal gives up on those.
 */
export function clearAway(folder: string): void {
  spawnSync("chmod", ["-R", "u+rwX", folder], { stdio: "ignore" });
  spawnSync("rm", ["-rf", "--", folder], { stdio: "ignore" });
}
