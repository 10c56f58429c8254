import { type CommitSha, isObjectName } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";
import { plainDiff } from "./text.ts";

/** One file that differs between two commits. Paths are raw bytes as latin1. */
export interface FileStat {
  readonly path: string;
  readonly status: "A" | "M" | "D" | "T";
  /** Lines; `null` for content that has none (binary, or too large to be compared line by line). */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** What the file is now; `null` when it is gone or a submodule. */
  readonly blob: string | null;
}

/** A commit and what it is compared with; `null`: with its parent, or with nothing where it has none. */
export interface Comparison {
  readonly commit: CommitSha;
  readonly against: CommitSha | null;
}

/** What each comparison changed, in the order asked for. One process for all of them. */
export async function readFileStats(
  git: Git,
  gitDir: string,
  ask: readonly Comparison[],
): Promise<readonly (readonly FileStat[])[]> {
  if (ask.length === 0) return [];
  const lines = ask.map(({ commit, against }) => (against === null ? commit : `${commit} ${against}`));
  const args = [
    "diff-tree",
    "--stdin",
    "--always",
    "--root",
    "-r",
    "-z",
    "--raw",
    "--numstat",
    "--no-renames",
    "--ignore-submodules=none",
    ...plainDiff.args,
  ];
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

/** How large objects are, by name; those that are not there are left out. */
export async function readSizes(
  git: Git,
  gitDir: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  if (names.size === 0) return new Map();
  const stdin = `${[...names].join("\n")}\n`;
  const exit = await git.sealed({
    gitDir,
    args: ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"],
    stdin,
  });
  const lines = requireOk(exit, "reading sizes").toString("latin1").split("\n");
  return new Map(
    lines
      .map((line) => line.split(" "))
      .flatMap(([name = "", size = ""]) => (/^\d+$/.test(size) ? [[name, Number(size)]] : [])),
  );
}
