import { branchName, plural } from "../base/text.ts";
import type { CommitSha } from "../base/ids.ts";

/** How what a job's sheets promised stands on the tree that its target came to. */
export type PromiseReport =
  | {
      readonly kind: "asked";
      /** Full name of the ref, and where it stood. */
      readonly target: string;
      readonly commit: CommitSha;
      /** How many sheets that landed promised something, and for how many of them all of it holds. */
      readonly promised: number;
      readonly kept: number;
      /** Validations of landed sheets that a later tree can't answer. */
      readonly unasked: number;
      readonly lost: readonly LostPromise[];
    }
  | { readonly kind: "not-asked"; readonly why: string };

export interface LostPromise {
  readonly sheet: string;
  /**
   * `superseded`: a sheet that started from its work changed it. `gone`: the target does not have its landing any more.
   */
  readonly how: "superseded" | "broken" | "gone";
  /** The commit that did it, and whose landing that is; `null`: not known, or of no landing. */
  readonly by: { readonly commit: CommitSha; readonly sheet: string | null } | null;
  /** Why the promise does not hold. */
  readonly reason: string;
}

/** One line for people; `null`: there are no promises. */
export function promiseWords(report: PromiseReport): string | null {
  if (report.kind === "not-asked") return `promises were not checked: ${report.why}`;
  const { promised, kept, target, commit, unasked, lost } = report;
  const where = `${branchName(target)} (${commit.slice(0, 7)})`;
  if (promised + unasked === 0) return null;
  const superseded = lost.filter(({ how }) => how === "superseded").length;
  const broken = lost.length - superseded;
  const rest = [
    ...(broken > 0 ? [`${String(broken)} broken`] : []),
    ...(superseded > 0 ? [`${String(superseded)} superseded`] : []),
    ...(unasked > 0 ? [`${plural(unasked, "validation")} can't be checked again`] : []),
  ];
  if (promised === 0) return rest.join(", ");
  return [`${String(kept)} of ${plural(promised, "promise holds", "promises hold")} on ${where}`, ...rest].join(", ");
}

/** The sheet and the cause of a lost promise, as a sentence; the first line of the reason. */
export function lostWords({ sheet, how, by, reason }: LostPromise): string {
  const [first = ""] = reason.split("\n", 1);
  const why = first === "" ? "" : `: ${first}`;
  if (how === "gone") return `${sheet}: ${reason}`;
  const who = by === null ? "" : ` by ${by.sheet ?? `commit ${by.commit.slice(0, 10)}`}`;
  return `${sheet}: ${how}${who}${why}`;
}
