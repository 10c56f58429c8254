import { clip } from "../../base/text.ts";
import type { ProblemCode } from "./codes.ts";
import type { ScoreDocument } from "./document.ts";
import type { KeyPath, Position } from "./place.ts";
import { isError, severityOf } from "./problem.ts";
import type { Problem } from "./problem.ts";

/** Gathers problems, so that a person gets them all at once. */
export interface Report {
  readonly problems: readonly Problem[];
  readonly hasErrors: () => boolean;
  (code: ProblemCode, path: KeyPath, message: string): void;
  /** About the key itself, not what it holds. */
  key(code: ProblemCode, path: KeyPath, message: string): void;
  /** About a place inside the text at a path, or inside a file that the path names. */
  inside(
    code: ProblemCode,
    path: KeyPath,
    place: { readonly at: Position; readonly file: string | null; readonly message: string },
  ): void;
  add(problems: readonly Problem[]): void;
}

// Messages often quote the score, which may hold very long texts.
const longest = 1_000;
// More than anybody reads; a hostile score has one in every sheet.
const mostOfAKind = 200;

/**
 * `origin` says where in the file that was read a key of Tutti's own shape comes from. `lenient`: codes that are
 * warnings in this score.
 */
export function reportOn(
  document: ScoreDocument,
  origin: (path: KeyPath) => KeyPath = (path) => path,
  lenient: ReadonlySet<ProblemCode> = new Set(),
): Report {
  const problems: Problem[] = [];
  const told = new Set<string>();
  const counts = { error: 0, warning: 0, info: 0 };
  // A problem in a text is found again for each sheet that shares the text.
  const tell = (found: Problem): void => {
    const whole: Problem = lenient.has(found.code) ? { ...found, severity: "warning" } : found;
    const problem = { ...whole, message: clip(whole.message, longest) };
    const key = JSON.stringify(problem);
    const severity = severityOf(problem);
    if (told.has(key) || counts[severity] >= mostOfAKind) return;
    counts[severity]++;
    problems.push(problem);
    told.add(key);
  };
  const report = (code: ProblemCode, written: KeyPath, message: string): void => {
    const path = origin(written);
    tell({ code, at: document.positionOf(path), path, message });
  };
  return Object.assign(report, {
    problems,
    hasErrors: () => problems.some(isError),
    key(code: ProblemCode, written: KeyPath, message: string) {
      const path = origin(written);
      tell({ code, at: document.positionOf(path, "key"), path, message });
    },
    inside(
      code: ProblemCode,
      written: KeyPath,
      { at, file, message }: { at: Position; file: string | null; message: string },
    ) {
      const path = origin(written);
      if (file === null) tell({ code, at: document.positionInside(path, at), path, message });
      else tell({ code, at, path, message, file });
    },
    add(more: readonly Problem[]) {
      for (const problem of more) tell(problem);
    },
  });
}
