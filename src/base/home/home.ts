import { homedir } from "node:os";
import { join } from "node:path";

/** Where all homes of a user keep what they share; `null`: the environment names no place for it. */
export function sharedFolder(env: Readonly<Record<string, string | undefined>>): string | null {
  const [state = "", home = ""] = [env["XDG_STATE_HOME"], env["HOME"]];
  if (state === "" && home === "") return null;
  return join(state === "" ? join(home, ".local", "state") : state, "tutti-shared");
}

/** Tutti's own folder, as the environment says. */
export function homeFrom(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["TUTTI_HOME"] ?? "";
  if (named !== "") return named;
  const state = env["XDG_STATE_HOME"] ?? "";
  return join(state === "" ? join(homedir(), ".local", "state") : state, "tutti");
}
