import { checkoutAround } from "../../base/checkout-around.ts";
import { makeGit } from "../../git/git.ts";
import { readHeadRef, readCommit } from "../../git/refs.ts";
import { openRepository } from "../../git/repository.ts";
import { readGateFile } from "../../landing/gates/definition/read.ts";
import { hooksAsGates } from "../../landing/gates/hooks.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import { type Finding, ok, warn } from "./check.ts";
import type { Tools } from "./tools.ts";

/** The user's own hooks don't run on a landing: somebody who counts on them should know. */
export async function hooksFinding({ run, env, folder }: Pick<Tools, "run" | "env" | "folder">): Promise<Finding> {
  if ((await checkoutAround(folder)) === undefined) return ok("not in a repository");
  // Objects are read only: nothing is written to the home of sealed calls.
  const git = makeGit({ run, emptyHome: "/", userEnvironment: allowedEnvironment(env) });
  const repository = await openRepository(git, folder);
  const { found } = await hooksAsGates(git, repository);
  if (found.length === 0) return ok("none of yours");
  const names = [...new Set(found.map(({ hook, by }) => (by === "git" ? hook : `${hook} (${by})`)))].join(", ");
  const target = await readHeadRef(git, repository.gitDir);
  const commit = target === undefined ? undefined : await readCommit(git, repository.commonDir, target);
  const gates = commit === undefined ? [] : (await readGateFile(git, repository.commonDir, commit)).gates;
  if (gates.length > 0) return ok(`${names}: these don't run on a landing; ${String(gates.length)} gates do`);
  return warn(
    `${names}: these don't run on a landing, and the target has no gates`,
    "tutti gates hooks shows how to make gates of them.",
  );
}
