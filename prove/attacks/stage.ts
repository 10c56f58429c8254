import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearAway } from "../contexts/clear-away.ts";
import { type Level, type Opened, type Taken, openContext } from "../contexts/ground.ts";
import { storesOf } from "../contexts/stores.ts";
import { type Manifest, readManifest } from "../contexts/manifest.ts";
import { askIn, gitIn } from "../contexts/raw-git.ts";
import type { Files } from "../files.ts";
import { plainFile } from "../files.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { type Canary, makeCanary } from "./canary.ts";
import type { Scene } from "./witness.ts";

const base: Files = new Map([
  ["README.md", plainFile("# A repository\n")],
  ["tool.sh", plainFile("#!/bin/sh\n")],
  ["a.txt", plainFile("a\n")],
]);

/** A user with work of their own, a neighbour at work whose work so far is captured, and a context for the attacker. */
export interface Stage {
  readonly ground: Playground;
  readonly canary: Canary;
  readonly attacker: Opened;
  readonly neighbour: Opened;
  /** The neighbour's work when it was captured. */
  readonly captured: { readonly manifest: Manifest; readonly taken: Taken };
  readonly scene: Scene;
  leave(): Promise<void>;
}

export async function makeStage(level: Level, objects: "shared" | "copy" = "shared"): Promise<Stage> {
  const ground = await makePlayground(base, "");
  giveUserMore(ground.repository);
  const neighbour = await openContext(ground, { id: "neighbour", level, objects });
  const captured = await workAndCapture(neighbour);
  const { commits, stash } = commitMore(neighbour.path);
  const attacker = await openContext(ground, { id: "attacker", level, objects });
  const { stores, hubs } = storesOf(ground);
  const store = stores[0] ?? "";
  // As while Tutti makes something that no ref names yet.
  gitIn(store, ["--git-dir=.", "hash-object", "-w", "--stdin"], "not yet in a ref\n");
  const scene = {
    repository: ground.repository,
    store,
    hub: hubs[0],
    attackerId: attacker.id,
    neighbour: neighbour.path,
    commits,
    stash,
  };
  const leave = async (): Promise<void> => {
    await attacker.close();
    await neighbour.close();
    clearAway(ground.folder);
  };
  return { ground, canary: makeCanary(join(ground.folder, "canary")), attacker, neighbour, captured, scene, leave };
}

/** A branch, a tag and a stash. */
function giveUserMore(repository: string): void {
  gitIn(repository, ["branch", "side"]);
  gitIn(repository, ["tag", "-a", "-m", "one", "v1"]);
  gitIn(repository, ["stash", "store", "-m", "the user's", gitIn(repository, ["stash", "create"]).trim()]);
}

async function workAndCapture(context: Opened): Promise<Stage["captured"]> {
  appendFileSync(join(context.path, "README.md"), "the neighbour's\n");
  writeFileSync(join(context.path, "untracked.txt"), "the neighbour's too\n");
  const manifest = readManifest(context.path);
  return { manifest, taken: await context.take() };
}

/** Commits and a stash that were not captured. */
function commitMore(folder: string): Pick<Scene, "commits" | "stash"> {
  if (askIn(folder, ["rev-parse", "--show-prefix"])?.trim() !== "") return { commits: [], stash: "" };
  gitIn(folder, ["checkout", "-q", "-b", "neighbours-branch"]);
  gitIn(folder, ["commit", "-q", "-a", "-m", "on a branch"]);
  const onBranch = gitIn(folder, ["rev-parse", "HEAD"]).trim();
  writeFileSync(join(folder, "reset.txt"), "reset away\n");
  gitIn(folder, ["add", "reset.txt"]);
  gitIn(folder, ["commit", "-q", "-m", "reset away"]);
  const resetAway = gitIn(folder, ["rev-parse", "HEAD"]).trim();
  gitIn(folder, ["reset", "-q", "--hard", "HEAD~1"]);
  appendFileSync(join(folder, "tool.sh"), "stashed\n");
  gitIn(folder, ["stash", "push", "-q"]);
  appendFileSync(join(folder, "a.txt"), "not committed\n");
  return { commits: [onBranch, resetAway], stash: gitIn(folder, ["rev-parse", "refs/stash"]).trim() };
}
