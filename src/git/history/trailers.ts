import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

/** A commit with trailers that say what landed with it; a trailer that it does not have is empty. */
export interface LandedCommit {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly job: string;
  readonly sheet: string;
  readonly attempt: string;
  readonly base: string;
  readonly validated: string;
  /** Digest of its receipt; commits of earlier versions have none. */
  readonly receipt: string;
  /** `i/n` where a sheet landed as several commits. */
  readonly part: string;
  /** It says something more than once: written by hand, or two landings made one. */
  readonly repeats: boolean;
}

const keys = [
  "Tutti-Job",
  "Tutti-Sheet",
  "Tutti-Attempt",
  "Tutti-Base",
  "Tutti-Validated",
  "Tutti-Receipt",
  "Tutti-Part",
] as const;

/** Stands between the values of a trailer that is there more than once; no value of ours has it. */
const repeated = "\u001f";

/** Every commit in a range that carries Tutti's trailers, oldest first. The range is anything `git log` takes. */
export async function readLandings(
  git: Git,
  gitDir: string,
  range: readonly string[],
): Promise<readonly LandedCommit[]> {
  const format = [
    "%H",
    "%T",
    "%P",
    ...keys.map((key) => `%(trailers:key=${key},valueonly,unfold,separator=%x1F)`),
  ].join("%x00");
  // By ancestry: dates lie, and the commits of one landing are to follow each other.
  const args = ["log", "-z", "--reverse", "--topo-order", `--format=${format}`, "--grep=^Tutti-Job: ", ...range, "--"];
  const fields = requireOk(await git.sealed({ gitDir, args }), "reading landed commits")
    .toString("utf8")
    .split("\0");
  const landings: LandedCommit[] = [];
  const width = keys.length + 3;
  for (let at = 0; at + width <= fields.length; at += width) {
    const [
      commit = "",
      tree = "",
      parents = "",
      job = "",
      sheet = "",
      attempt = "",
      base = "",
      validated = "",
      receipt = "",
      part = "",
    ] = fields.slice(at, at + width);
    if (job === "" || sheet === "") continue;
    const repeats = [job, sheet, attempt, base, validated, receipt, part].some((value) => value.includes(repeated));
    const about = {
      commit: commit as CommitSha,
      tree: tree as TreeSha,
      parents: parents.split(" ").filter((name) => name !== "") as CommitSha[],
    };
    landings.push({ ...about, job, sheet: fromTrailer(sheet), attempt, base, validated, receipt, part, repeats });
  }
  return landings;
}

/**
 * An id as the value of a trailer. It must come back exactly as it was, or a landing is not recognised and done twice:
 * what git would take off or break at is written as in addresses.
 */
export function trailerText(id: string): string {
  return id.replaceAll(/[%\p{Cc}\u2028\u2029]|^\s+|\s+$/gu, (found) => encodeURIComponent(found));
}

/** The id that `trailerText` was given. */
export function fromTrailer(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll(/%(?![0-9A-F]{2})/g, "%25"));
  } catch {
    // Nothing of ours: somebody wrote the trailer by hand.
    return value;
  }
}
