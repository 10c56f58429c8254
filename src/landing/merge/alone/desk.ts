import { tmpdir } from "node:os";
import { realWorld } from "../../../base/world/real-world.ts";
import { type Git, makeGit } from "../../../git/git.ts";
import { allowedEnvironment } from "../../../process/environment.ts";
import type { RunProcess } from "../../../process/process.ts";
import { makeRunProcess } from "../../../process/run/run.ts";
import { processGroup } from "../../../process/tree/containment.ts";
import { wayNames } from "../ways/proposal.ts";
import type { Propose } from "../proposals/propose.ts";
import { askWorker } from "../worker/ask.ts";

/** The parts that a merge works with and that belong to no job: no home, no store, no conductor. */
export interface MergeDesk {
  readonly git: Git;
  readonly run: RunProcess;
  readonly environment: Readonly<Record<string, string>>;
  readonly scratch: string;
  readonly propose: Propose;
}

export function openDesk(env: Readonly<Record<string, string | undefined>>): MergeDesk {
  // Its processes carry no mark: a conductor that starts meanwhile must not end them as orphans.
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  const environment = allowedEnvironment(env);
  return {
    git: makeGit({ run, emptyHome: "/", userEnvironment: environment }),
    run,
    environment,
    scratch: tmpdir(),
    propose: (path, texts) => askWorker(realWorld, { path, texts, ways: wayNames }),
  };
}
