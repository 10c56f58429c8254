import { homedir } from "node:os";
import { join } from "node:path";
import { projectConfigName } from "../../base/home/project-config.ts";
import { checkoutAround } from "../../base/files/checkout-around.ts";

/** The user's own settings. */
export function userConfigPath(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  return join(named === "" ? join(homedir(), ".config") : named, "tutti", "config.yaml");
}

/**
 * The settings of the project that a folder lies in: at the top of the checkout, or in the folder itself where there is
 * none.
 */
export async function projectConfigPath(folder: string): Promise<string> {
  return join((await checkoutAround(folder)) ?? folder, projectConfigName);
}
