import { homedir } from "node:os";
import { join } from "node:path";

/** Tutti's own folder, as the environment says. */
export function homeFrom(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["TUTTI_HOME"] ?? "";
  if (named !== "") return named;
  const state = env["XDG_STATE_HOME"] ?? "";
  return join(state === "" ? join(homedir(), ".local", "state") : state, "tutti");
}
