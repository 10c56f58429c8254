import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";

/** A commit with Tutti's trailers; a missing trailer is empty. */
export interface LandedCommit {
  readonly commit: CommitSha;
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly job: string;
  readonly sheet: string;
  readonly attempt: string;
  readonly base: string;
  readonly validated: string;
  /** Digest of its receipt; early versions wrote none. */
  readonly receipt: string;
  /** `i/n` where a sheet landed as several commits. */
  readonly part: string;
  /** A trailer appears more than once: written by hand, or two landings squashed. */
  readonly repeats: boolean;
}

const keys = ["Job", "Sheet", "Attempt", "Base", "Validated", "Receipt", "Part"] as const;

/** Separates repeated values; no value of ours contains it. */
const repeated = "\u001f";

/** Commits with Tutti's trailers, oldest first. `range`: anything `git log` takes. */
export async function readLandings(
  git: Git,
  gitDir: string,
  range: readonly string[],
): Promise<readonly LandedCommit[]> {
  const trailers = keys.map((key) => `%(trailers:key=Tutti-${key},valueonly,unfold,separator=%x1F)`);
  const format = ["%H", "%T", "%P", ...trailers].join("%x00");
  // By ancestry: dates lie, and commits of one landing stay together.
  const args = ["log", "-z", "--reverse", "--topo-order", `--format=${format}`, "--grep=^Tutti-Job: ", ...range, "--"];
  const fields = requireOk(await git.sealed({ gitDir, args }), "reading landed commits")
    .toString("utf8")
    .split("\0");
  const landings: LandedCommit[] = [];
  const width = keys.length + 3;
  for (let at = 0; at + width <= fields.length; at += width) {
    const [commit = "", tree = "", parents = "", ...said] = fields.slice(at, at + width);
    const [job = "", sheet = "", attempt = "", base = "", validated = "", receipt = "", part = ""] = said;
    if (job === "" || sheet === "") continue;
    const repeats = said.some((value) => value.includes(repeated));
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
 * An id as a trailer's value, percent-encoded where git would trim or break it. It must survive exactly, or a landing
 * is not recognised and happens twice.
 */
export function trailerText(id: string): string {
  return id.replaceAll(/[%\p{Cc}\u2028\u2029]|^\s+|\s+$/gu, (found) => encodeURIComponent(found));
}

/** The id that `trailerText` was given. */
export function fromTrailer(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll(/%(?![0-9A-F]{2})/g, "%25"));
  } catch {
    // The trailer was written by hand.
    return value;
  }
}
