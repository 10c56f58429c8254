import { join } from "node:path";
import { type Manifest, readManifest } from "../contexts/manifest.ts";
import { askIn } from "../contexts/raw-git.ts";
import { type Chance, chanceFrom } from "../seed.ts";
import { fileChanges } from "./file-changes.ts";
import { gitChanges, lastChanges } from "./git-changes.ts";

/** A context that is being brought into a state. */
export interface Place {
  /** The context itself. */
  readonly root: string;
  /** The part of it that this state is about: tasks that share a base don't meet there when they land. */
  readonly folder: string;
  readonly chance: Chance;
}

/** One thing that agents and users do to a context. Some change where it lies: then that is what they give back. */
export type Change = readonly [string, (place: Place) => string | undefined];

/** What a context was like before its end. */
export interface State {
  readonly changes: readonly string[];
  /** Where the files lie now. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Brings a context into the state of a seed. The same seed makes the same of the same files in every process. */
export function bringAbout(root: string, part: string, seed: number): State {
  const chance = chanceFrom(seed);
  const hasGit = askIn(root, ["rev-parse", "--show-prefix"])?.trim() === "";
  const files = pickSome(chance, fileChanges, 1 + chance.whole(6));
  const git = hasGit ? pickSome(chance, gitChanges, chance.whole(4)) : [];
  const last = chance.next() < 0.4 ? pickSome(chance, hasGit ? lastChanges : lastChanges.slice(-1), 1) : [];
  return carryOut([...files, ...git, ...last], { root, part, chance });
}

/** The same in the user's own checkout: only files, since its git is the user's. */
export function bringAboutInPlace(root: string, part: string, seed: number): State {
  const chance = chanceFrom(seed);
  return carryOut(pickSome(chance, fileChanges, 1 + chance.whole(6)), { root, part, chance });
}

function carryOut(changes: readonly Change[], where: { root: string; part: string; chance: Chance }): State {
  const { root, part, chance } = where;
  let at = root;
  for (const [, change] of changes) at = change({ root: at, folder: join(at, part), chance }) ?? at;
  return { changes: changes.map(([name]) => name), folder: at, manifest: readManifest(at) };
}

function pickSome(chance: Chance, list: readonly Change[], count: number): readonly Change[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(chance.whole(left.length), 1)).flat();
}
