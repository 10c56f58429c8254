import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exists } from "../../../base/files/exists.ts";
import type { Git } from "../../../git/git.ts";
import { type PrivateIndex, listEntries, listIgnored } from "../../../git/index.ts";
import { globMatcher } from "../../../score/match/glob.ts";
import { commandText } from "../../../score/plan/command.ts";
import type { RecipeCommand } from "../../../score/plan/recipe.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import type { Views } from "../installed/views.ts";

/** Ignored files that commands leave, kept as layers for later contexts. */
export interface Reuse {
  /**
   * Runs a command unless its result is there already: then the context sees that. At most one context runs it at a
   * time; the others wait for the result. `work` tells whether it succeeded.
   */
  once(about: Reusable, work: () => Promise<boolean>): Promise<ReuseEnd>;
}

/** `kept`: it ran, and others will see what it left; `ran`: it ran, and will run in others as well. */
export type ReuseEnd = { readonly kind: "used" | "kept" } | { readonly kind: "ran"; readonly why: string | null };

export interface Reusable {
  readonly step: RecipeCommand;
  readonly folder: string;
  readonly index: string;
  readonly store: string;
  /** Of all that its result may depend on besides files. */
  readonly mark: string;
}

/** By these, package managers know what to install. */
const usualInputs = new Set([
  ...["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"],
  ...["Cargo.lock", "go.sum", "composer.lock", "Gemfile.lock", "mix.lock", "gradle.lockfile"],
  ...["uv.lock", "poetry.lock", "Pipfile.lock", "requirements.txt"],
]);
/** They count as soon as there is one of the others. */
const manifests = new Set([
  ...["package.json", ".npmrc", ".yarnrc.yml", "pnpm-workspace.yaml", ".nvmrc", ".node-version"],
  ...["Cargo.toml", "go.mod", "composer.json", "Gemfile", "mix.exs", "pyproject.toml", ".python-version"],
]);

interface Entry {
  readonly path: string;
  readonly blob: string;
}

/** The key of a result; `null`: the command names no files and there is no lock file, or it is about its context. */
export function reuseKey(step: RecipeCommand, entries: readonly Entry[], mark: string): string | null {
  const text = commandText(step.command);
  // A port or a sheet of its own.
  if (text.includes("TUTTI_")) return null;
  const isInput = step.inputs === null ? usualMatcher(entries) : globsMatcher(step.inputs);
  const inputs = entries.filter(({ path }) => isInput(path)).map(({ path, blob }) => [path, blob]);
  if (inputs.length === 0) return null;
  return createHash("sha256")
    .update(JSON.stringify([text, inputs, mark]))
    .digest("hex")
    .slice(0, 32);
}

function usualMatcher(entries: readonly Entry[]): (path: string) => boolean {
  if (!entries.some(({ path }) => usualInputs.has(basename(path)))) return () => false;
  return (path) => usualInputs.has(basename(path)) || manifests.has(basename(path));
}

function globsMatcher(globs: readonly string[]): (path: string) => boolean {
  const matcher = globMatcher(globs);
  return matcher.kind === "means" && globs.length > 0 ? matcher.value : () => false;
}

interface ReuseParts {
  readonly git: Git;
  readonly views: Views;
  readonly layers: string;
}

export function makeReuse(parts: ReuseParts): Reuse {
  const { git, views, layers } = parts;
  const turns = new Map<string, Promise<unknown>>();
  return {
    once: async (about, work) => {
      const { step, folder, index, store } = about;
      const place: PrivateIndex = { gitDir: store, workTree: folder, index };
      const seen = views.layersAt(folder);
      const mark = JSON.stringify([about.mark, seen.map((layer) => basename(layer))]);
      const key = reuseKey(step, await listEntries(git, place), mark);
      const why = key === null ? null : seen.length >= mostLayers ? "it is one of too many" : await views.whyNot();
      if (key === null || why !== null) {
        await work();
        return { kind: "ran", why };
      }
      const layer = join(layers, `made-${key}`);
      const before = turns.get(key) ?? Promise.resolve();
      const mine = before.then(() => makeOrUse(parts, { layer, place }, work));
      const settled = mine.catch(() => undefined);
      turns.set(key, settled);
      try {
        return await mine;
      } finally {
        if (turns.get(key) === settled) turns.delete(key);
      }
    },
  };
}

/** With the layer of the checkout, and the files of the context itself. */
const mostLayers = 4;

interface Making {
  readonly layer: string;
  readonly place: PrivateIndex;
}

async function makeOrUse(
  { git, views, layers }: ReuseParts,
  { layer, place }: Making,
  work: () => Promise<boolean>,
): Promise<ReuseEnd> {
  const { workTree: folder } = place;
  if (await exists(layer)) {
    const now = new Date();
    await utimes(layer, now, now).catch(() => undefined);
    await views.add(folder, layer);
    return { kind: "used" };
  }
  const before = new Set(await listIgnored(git, place));
  if (!(await work())) return { kind: "ran", why: null };
  const made = (await listIgnored(git, place)).filter((path) => !before.has(path)).map(utf8);
  if (made.length === 0) return { kind: "ran", why: "it left nothing in ignored files" };
  if (await hasPython(folder, made))
    return { kind: "ran", why: "a Python environment names the folder it was made in" };
  if (!(await moveAll(made, { from: folder, to: layer, layers })))
    return { kind: "ran", why: "its files could not be moved" };
  await views.add(folder, layer);
  return { kind: "kept" };
}

function utf8(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8").replace(/\/$/, "");
}

async function hasPython(folder: string, made: readonly string[]): Promise<boolean> {
  for (const path of made) if (await exists(join(folder, path, "pyvenv.cfg"))) return true;
  return false;
}

/** All or nothing: what was moved goes back when something can't be. */
async function moveAll(
  paths: readonly string[],
  { from, to, layers }: { readonly from: string; readonly to: string; readonly layers: string },
): Promise<boolean> {
  const making = join(layers, `making-${randomUUID()}`);
  const moved: string[] = [];
  try {
    for (const path of paths) {
      await mkdir(dirname(join(making, path)), { recursive: true, mode: 0o755 });
      await rename(join(from, path), join(making, path));
      moved.push(path);
    }
    await rename(making, to);
    return true;
  } catch {
    for (const path of moved) await rename(join(making, path), join(from, path));
    await removeTree(making);
    return false;
  }
}
