import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * Where a path leads. `inside`: in the context after resolving links. This confines file tools; the containment
 * confines commands.
 */
export type Place =
  | { readonly kind: "inside"; readonly path: string; readonly shown: string; readonly exists: boolean }
  | { readonly kind: "refused"; readonly reason: string };

export async function findPlace(context: string, asked: string): Promise<Place> {
  const root = await realpath(context);
  const steps = stepsBelow([context, root], asked);
  if (typeof steps === "string") return refused(asked, steps);
  const missing: string[] = [];
  for (let known = steps.length; known >= 0; known--) {
    const here = join(root, ...steps.slice(0, known));
    const found = await resolved(here);
    if (found.kind === "blocked") return refused(asked, found.reason);
    if (found.kind === "found") {
      if (!isBelow(root, found.real)) return refused(asked, "a link on it leads out of the context");
      const path = join(found.real, ...missing);
      return { kind: "inside", path, shown: relative(root, path) || ".", exists: missing.length === 0 };
    }
    missing.unshift(steps[known - 1] ?? "");
  }
  return refused(asked, "the context is not there");
}

/** Not in a git directory, whose hooks and configuration run as commands elsewhere. */
export async function findPlaceToWrite(context: string, asked: string): Promise<Place> {
  const place = await findPlace(context, asked);
  if (place.kind === "refused") return place;
  if (place.shown === ".") return refused(asked, "it is the context itself");
  const steps = [...asked.split("/"), ...place.shown.split(sep)];
  return steps.some(isGitName) ? refused(asked, "git's own files are not written by hand") : place;
}

/** Or why there are none. */
function stepsBelow(roots: readonly string[], asked: string): readonly string[] | string {
  if (/[\u0000-\u001f\u007f]/.test(asked)) return "it has control characters in it";
  if (asked.trim() === "") return "it is empty";
  const root = roots.find((folder) => asked === folder || asked.startsWith(`${folder}/`));
  if (isAbsolute(asked) && root === undefined) return "it lies outside the context";
  const steps = (root === undefined ? asked : asked.slice(root.length))
    .split("/")
    .filter((step) => step !== "" && step !== ".");
  return steps.includes("..") ? "it has `..` in it" : steps;
}

type Resolved =
  | { readonly kind: "found"; readonly real: string }
  | { readonly kind: "missing" }
  | { readonly kind: "blocked"; readonly reason: string };

async function resolved(path: string): Promise<Resolved> {
  try {
    return { kind: "found", real: await realpath(path) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return { kind: "blocked", reason: "a part of it is a file, not a folder" };
    if (code !== "ENOENT") return { kind: "blocked", reason: `it can't be looked at (${code})` };
    // Writing through a dangling link would create its target.
    return (await isThere(path)) ? { kind: "blocked", reason: "a link on it leads to nothing" } : { kind: "missing" };
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root === sep ? sep : root + sep);
}

function refused(asked: string, why: string): Place {
  return { kind: "refused", reason: `${JSON.stringify(asked)} is refused: ${why}` };
}

/**
 * Whether some file system reads the name as `.git`: by ignoring case, invisible characters (macOS), trailing dots and
 * spaces or a colon's suffix (Windows).
 */
function isGitName(step: string): boolean {
  const plain = (step.split(":")[0] ?? "")
    .replace(unseen, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[. ]+$/, "");
  return plain === ".git" || plain === "git~1";
}

const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
