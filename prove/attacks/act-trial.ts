import { untoldOf } from "../contexts/judge.ts";
import type { Level, Opened } from "../contexts/ground.ts";
import { readManifest } from "../contexts/manifest.ts";
import { askIn, gitIn, treeOf } from "../contexts/raw-git.ts";
import type { Act, ActLevel, Reached } from "./acts.ts";
import { otherActs } from "./acts.ts";
import { actInContainer } from "./in-container.ts";
import { type Stage, makeStage } from "./stage.ts";
import { look, reachedBetween } from "./witness.ts";

export interface ActTrial {
  readonly act: string;
  readonly level: ActLevel;
  readonly reached: readonly Reached[];
  readonly wrong: readonly string[];
}

/** Lets a task do it, and looks at everything that is not the task's. */
export async function tryAct(act: Act, level: ActLevel, objects: "shared" | "copy" = "shared"): Promise<ActTrial> {
  const stage = await makeStage(filesOf(level), objects);
  try {
    const before = look(stage.scene);
    const neighbour = { NEIGHBOUR: stage.neighbour.path };
    if (level === "container") await actInContainer(stage, act.script, neighbour);
    else stage.canary.asTask(stage.attacker.path, act.script, neighbour);
    const reached = reachedBetween(before, look(stage.scene), stage.scene);
    const wrong = [
      ...compared(reached, act.reaches[level] ?? []),
      ...(await capturesOf("the attacker", stage, stage.attacker)),
      ...(reached.includes("files") ? [] : await capturesOf("the neighbour", stage, stage.neighbour)),
      ...keptOf(stage),
    ];
    return { act: act.name, level, reached, wrong };
  } finally {
    await stage.leave();
  }
}

/** A container has the files of a clone. */
function filesOf(level: ActLevel): Level {
  return level === "container" ? "clone" : level;
}

/** The user takes the base away from under the contexts. */
export async function tryBaseGone(level: ActLevel): Promise<ActTrial> {
  const stage = await makeStage(filesOf(level));
  try {
    const { repository, neighbour } = stage.scene;
    gitIn(repository, ["checkout", "-q", "-f", "--orphan", "fresh"]);
    gitIn(repository, ["commit", "-q", "--allow-empty", "-m", "fresh"]);
    for (const ref of ["refs/heads/main", "refs/heads/side", "refs/tags/v1", "refs/stash"])
      gitIn(repository, ["update-ref", "-d", ref]);
    gitIn(repository, ["reflog", "expire", "--expire=now", "--all"]);
    gitIn(repository, ["gc", "-q", "--prune=now"]);
    const isWhole = level === "directory" || askIn(neighbour, ["rev-list", "--objects", "--all", "HEAD"]) !== undefined;
    const wrong = [
      ...(isWhole ? [] : ["the neighbour's git misses objects"]),
      ...(await capturesOf("the attacker", stage, stage.attacker)),
      ...(await capturesOf("the neighbour", stage, stage.neighbour)),
      ...keptOf(stage),
    ];
    return { act: otherActs.baseGone.name, level, reached: [], wrong };
  } finally {
    await stage.leave();
  }
}

function compared(reached: readonly Reached[], expected: readonly Reached[]): readonly string[] {
  if (reached.join() === [...expected].sort().join()) return [];
  return [`it reached ${reached.join(", ") || "nothing"}, not ${expected.join(", ") || "nothing"}`];
}

/** A snapshot taken now has all of a context, or says what it has not. */
async function capturesOf(whose: string, stage: Stage, context: Opened): Promise<readonly string[]> {
  try {
    const { commit, leftOut } = await context.take();
    return untoldOf(readManifest(context.path), { trees: [treeOf(stage.scene.store, commit)], leftOut }).map(
      (fault) => `${whose}: ${fault}`,
    );
  } catch (error) {
    return [`${whose} can't be captured any more: ${String(error)}`];
  }
}

/** What was captured of the neighbour before, and the repositories it is in. */
function keptOf({ scene, captured }: Stage): readonly string[] {
  const tree = treeOf(scene.store, captured.taken.commit);
  const faults = untoldOf(captured.manifest, { trees: [tree], leftOut: [] }).map(
    (fault) => `the neighbour's snapshot: ${fault}`,
  );
  const broken = [scene.repository, scene.store].filter(
    (place) => askIn(place, ["fsck", "--full", "--no-dangling", "--no-progress"]) === undefined,
  );
  return [...faults, ...broken.map((place) => `git fsck in ${place}`)];
}
