import { execFileSync } from "node:child_process";
import type { CommitSha } from "../../src/base/ids.ts";
import type { Context } from "../../src/isolation/context.ts";
import type { PreparationChoice } from "../../src/score/plan/preparation.ts";
import { openPoolYard } from "../../test/kit/pool-yard.ts";

/** With the home of this machine: installers have their caches there. */
export const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "/",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A home beside a checkout, in which contexts are made and programs run in them, as a conductor does it. */
export interface PreparedYard {
  make(name: string): Promise<Context>;
  /** What a program in a context prints; its exit code counts for nothing. */
  act(context: Context, script: string): Promise<string>;
}

export async function openYard(root: string, repository: string, way: PreparationChoice): Promise<PreparedYard> {
  const yard = await openPoolYard(root, repository, { trees: 0, way, environment });
  const commit = execFileSync("git", ["-C", repository, "rev-parse", "HEAD"], { encoding: "utf8" }).trim() as CommitSha;
  return { make: (name) => yard.make(name, { commit }), act: (context, script) => yard.act(context, script) };
}
