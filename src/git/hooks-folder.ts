import { isAbsolute, join } from "node:path";
import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";

/** Where the user's git looks for hooks, by the user's own configuration. */
export async function readHooksFolder(git: Git, { gitDir, top, commonDir }: Repository): Promise<string> {
  const exit = await git.ask(top ?? gitDir, ["config", "--get", "--type=path", "core.hooksPath"]);
  const named = exit.code === 0 ? exit.stdout.toString("utf8").replace(/\n$/, "") : "";
  if (named === "") return join(commonDir, "hooks");
  return isAbsolute(named) ? named : join(top ?? gitDir, named);
}
