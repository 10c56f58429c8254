import { type CommitSha, isObjectName } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";
import { readInfos } from "../history/read-commits.ts";
import { rawDiff } from "./changes.ts";
import { plainDiff } from "./text.ts";

/** One file that differs between two commits (latin1). */
export interface FileStat {
  readonly path: string;
  readonly status: "A" | "M" | "D" | "T";
  /** Lines; `null`: binary, or too large to be compared. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** `null`: deleted, or a submodule. */
  readonly blob: string | null;
}

/** `null`: compared with its parent, or with nothing where it has none. */
export interface Comparison {
  readonly commit: CommitSha;
  readonly against: CommitSha | null;
}

/** In the order asked for, in one process. */
export async function readFileStats(
  git: Git,
  gitDir: string,
  ask: readonly Comparison[],
): Promise<readonly (readonly FileStat[])[]> {
  if (ask.length === 0) return [];
  const lines = ask.map(({ commit, against }) => (against === null ? commit : `${commit} ${against}`));
  const args = [...rawDiff, "--stdin", "--always", "--root", "--numstat", ...plainDiff.args];
  const exit = await git.sealed({ gitDir, args, stdin: `${lines.join("\n")}\n`, env: plainDiff.env });
  return parse(requireOk(exit, "comparing snapshots").toString("latin1").split("\0"));
}

type Raw = Pick<FileStat, "status" | "blob">;

/** Each comparison begins with the commit's name; then come all files with their objects, then all with their lines. */
function parse(fields: readonly string[]): readonly (readonly FileStat[])[] {
  const found: FileStat[][] = [];
  let raw = new Map<string, Raw>();
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (field.startsWith(":")) {
      at += 1;
      raw.set(fields[at] ?? "", rawOf(field));
    } else if (field.includes("\t")) {
      const [insertions = "", deletions = ""] = field.split("\t", 2);
      const path = field.slice(insertions.length + deletions.length + 2);
      const known = raw.get(path);
      if (known !== undefined)
        found.at(-1)?.push({ path, ...known, insertions: linesIn(insertions), deletions: linesIn(deletions) });
    } else if (isObjectName(field)) {
      found.push([]);
      raw = new Map();
    }
  }
  return found;
}

function rawOf(field: string): Raw {
  const [, mode = "", , blob = "", status = ""] = field.split(" ");
  return { status: status[0] as FileStat["status"], blob: mode === "160000" || /^0+$/.test(blob) ? null : blob };
}

function linesIn(text: string): number | null {
  return text === "-" ? null : Number(text);
}

/** Sizes by object name; missing objects are left out. */
export async function readSizes(
  git: Git,
  gitDir: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  return new Map((await readInfos(git, { gitDir }, [...names])).map(({ name, size }) => [name, size]));
}
