import type { CommitSha } from "../base/ids.ts";
import { type Git, requireOk } from "./git.ts";

/** The trailers of a landed commit that say what it is. */
export interface LandedCommit {
  readonly commit: CommitSha;
  readonly job: string;
  readonly sheet: string;
  readonly attempt: string;
  readonly base: string;
  readonly validated: string;
}

const keys = ["Tutti-Job", "Tutti-Sheet", "Tutti-Attempt", "Tutti-Base", "Tutti-Validated"] as const;

/** Every commit in a range that carries Tutti's trailers, oldest first. The range is anything `git log` takes. */
export async function readLandings(git: Git, gitDir: string, range: readonly string[]): Promise<readonly LandedCommit[]> {
  const format = ["%H", ...keys.map((key) => `%(trailers:key=${key},valueonly,unfold,separator=%x1F)`)].join("%x00");
  const exit = await git.sealed({ gitDir, args: ["log", "-z", "--reverse", `--format=${format}`, "--grep=^Tutti-Job: ", ...range, "--"] });
  const fields = requireOk(exit, "reading landed commits").toString("utf8").split("\0");
  const landings: LandedCommit[] = [];
  const width = keys.length + 1;
  for (let at = 0; at + width <= fields.length; at += width) {
    const [commit = "", job = "", sheet = "", attempt = "", base = "", validated = ""] = fields.slice(at, at + width);
    if (job !== "" && sheet !== "") landings.push({ commit: commit as CommitSha, job, sheet: fromTrailer(sheet), attempt, base, validated });
  }
  return landings;
}

/**
 * An id as the value of a trailer. It must come back exactly as it was, or a landing is not recognised and done twice: what git
 * would take off or break at is written as in addresses.
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
