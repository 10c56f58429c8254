import { type Git, requireOk } from "../git.ts";

/** A work tree as git lists it. */
export interface ListedWorktree {
  readonly path: string;
  readonly head: string | null;
  /** Full ref name; `null` when detached or bare. */
  readonly branch: string | null;
  readonly isDetached: boolean;
  readonly isBare: boolean;
  /** The reason, which may be empty; `null`: not locked. */
  readonly locked: string | null;
  /** Why git would prune it; `null` when it would not. */
  readonly prunable: string | null;
}

/** The main one (or the bare repository itself) comes first. */
export async function listWorktrees(git: Git, gitDir: string): Promise<readonly ListedWorktree[]> {
  const exit = await git.sealed({ gitDir, args: ["worktree", "list", "--porcelain", "-z"] });
  return parseWorktrees(requireOk(exit, "listing worktrees").toString("utf8"));
}

/** Lines end in NUL, records in one more. */
export function parseWorktrees(text: string): readonly ListedWorktree[] {
  return text
    .split("\0\0")
    .map((record) => new Map(record.split("\0").map(keyAndValue)))
    .filter((fields) => fields.has("worktree"))
    .map((fields) => ({
      path: fields.get("worktree") ?? "",
      head: fields.get("HEAD") ?? null,
      branch: fields.get("branch") ?? null,
      isDetached: fields.has("detached"),
      isBare: fields.has("bare"),
      locked: fields.get("locked") ?? null,
      prunable: fields.get("prunable") ?? null,
    }));
}

function keyAndValue(line: string): readonly [string, string] {
  const blank = line.indexOf(" ");
  return blank === -1 ? [line, ""] : [line.slice(0, blank), line.slice(blank + 1)];
}
