import { z } from "zod";
import type { FileChange } from "../../../base/line-move.ts";
import { clip, flat, plural } from "../../../base/text.ts";
import {
  type ReviewCategory,
  type ReviewRule,
  reviewCategories,
  reviewHead,
} from "../../../score/rules/judged/review.ts";
import { objectsIn } from "../llm-judge.ts";

/** The possible answers of a reviewer: data with caps, because an author and people read it later. */
const points = z.number().min(0).max(100);
const citation = z.strictObject({
  file: z.string().max(500),
  line: z.int().min(0).max(10_000_000).nullable().default(null),
  text: z.string().max(2_000),
});
const comment = z.strictObject({
  severity: z.enum(["blocker", "major", "minor"]),
  category: z.enum(reviewCategories as [ReviewCategory]),
  file: z.string().max(500).nullable().default(null),
  line: z.int().min(0).max(10_000_000).nullable().default(null),
  text: z.string().min(1).max(2_000),
  suggestion: z.string().max(2_000).nullable().default(null),
});
const answer = z.strictObject({
  scores: z.strictObject(
    Object.fromEntries(reviewCategories.map((name) => [name, points])) as Record<ReviewCategory, typeof points>,
  ),
  comments: z.array(comment).max(50).default([]),
  criteria: z
    .array(
      z.strictObject({
        criterion: z.int().min(1).max(1_000),
        met: z.boolean(),
        citations: z.array(citation).max(10).default([]),
      }),
    )
    .max(100)
    .default([]),
  summary: z.string().max(2_000).default(""),
});

type Answer = z.infer<typeof answer>;
type Comment = Answer["comments"][number];

export type ReadAnswer =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "none"; readonly why: string };

/** Far more than fifty comments; it bounds what one that prints only brackets costs. */
const searchedChars = 128 * 1024;

export function readAnswer(printed: string): ReadAnswer {
  const object = objectsIn(printed.slice(-searchedChars)).findLast((one) => Object.hasOwn(one, "scores"));
  if (object === undefined) return { kind: "none", why: 'it printed no JSON object with "scores" at its end' };
  const read = answer.safeParse(object);
  if (read.success) return { kind: "answer", answer: read.data };
  const [issue] = read.error.issues;
  return {
    kind: "none",
    why: `its answer is wrong at ${issue?.path.join(".") ?? ""}: ${clip(issue?.message ?? "", 160)}`,
  };
}

/** The verdict of an answer. */
export interface Weighed {
  readonly isApproved: boolean;
  readonly score: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly blockers: number;
  readonly comments: readonly Comment[];
  readonly summary: string;
  /** Why it is not approved, a line each; the first stands alone. */
  readonly reasons: readonly string[];
}

/**
 * A criterion is met only where a line is cited that the change has: what is not in the change can't show it. The
 * points for acceptance are no more than the share of criteria that are met.
 */
export function weigh(said: Answer, rule: ReviewRule, changes: Iterable<FileChange>): Weighed {
  const changed = [...changes];
  const unmet = rule.criteria.flatMap((text, place) => {
    const claims = said.criteria.filter(({ criterion }) => criterion === place + 1);
    const isClaimed = claims.some(({ met }) => met) && !claims.some(({ met }) => !met);
    const isCited = claims.some(({ citations }) => citations.some((one) => isInChange(one, changed)));
    if (isClaimed && isCited) return [];
    return [{ text, why: isClaimed ? "no line of the change was cited for it" : "the reviewer does not see it met" }];
  });
  const share = rule.criteria.length === 0 ? 100 : (100 * (rule.criteria.length - unmet.length)) / rule.criteria.length;
  const scores = { ...said.scores, acceptance: Math.min(said.scores.acceptance, share) };
  const score = weighted(scores, rule.weights);
  const blocking = said.comments.filter(({ severity }) => severity === "blocker");
  const blockers = blocking.length + unmet.length;
  const low = reviewCategories.flatMap((name) => {
    const least = rule.least[name];
    return least !== undefined && scores[name] < least
      ? [`${name} has ${String(scores[name])} of 100, and ${String(least)} are needed`]
      : [];
  });
  const isLow = score < rule.threshold;
  const isApproved = blockers === 0 && low.length === 0 && !isLow;
  const head = [
    `the reviewer gives ${String(score)} of 100${isLow ? `, and ${String(rule.threshold)} are needed` : ""}`,
    ...(blockers === 0 ? [] : [plural(blockers, "blocker")]),
    ...low,
  ].join("; ");
  return {
    isApproved,
    score,
    scores,
    blockers,
    comments: said.comments,
    summary: said.summary,
    reasons: isApproved
      ? []
      : [
          said.summary.trim() === "" ? head : `${head}: ${flat(said.summary)}`,
          ...unmet.map(({ text, why }) => `[blocker] not met: ${text} (${why})`),
          ...said.comments.map(commentLine),
        ],
  };
}

/** A reviewer's answer, for people. */
export function reviewText({ isApproved, score, scores, comments, summary, reasons }: Weighed): string {
  const points = Object.entries(scores).map(([name, given]) => `${name} ${String(given)}`);
  return [
    `${reviewHead}${isApproved ? "approved" : "not approved"}, ${String(score)} of 100 (${points.join(", ")})`,
    ...(isApproved ? [flat(summary), ...comments.map(commentLine)] : reasons).filter((line) => line !== ""),
  ].join("\n");
}

function weighted(scores: Answer["scores"], weights: ReviewRule["weights"]): number {
  const total = reviewCategories.reduce((sum, name) => sum + weights[name], 0);
  if (total === 0) return 0;
  const sum = reviewCategories.reduce((all, name) => all + scores[name] * weights[name], 0);
  return Math.round((10 * sum) / total) / 10;
}

function commentLine({ severity, category, file, line, text, suggestion }: Comment): string {
  const where = file === null ? "" : ` ${file}${line === null ? "" : `:${String(line)}`}`;
  return flat(`[${severity}]${where} (${category}): ${text}${suggestion === null ? "" : ` Suggestion: ${suggestion}`}`);
}

/** By its text, in a line that was added or removed: models miscount lines more often than they misquote. */
function isInChange({ file, text }: z.infer<typeof citation>, changes: readonly FileChange[]): boolean {
  const quoted = plain(text);
  if (quoted.length < 3) return false;
  return changes
    .filter(({ from, to }) => from === file || to === file)
    .some(({ hunks }) =>
      hunks.some(({ added, removed }) => [...added, ...removed].some((line) => plain(line).includes(quoted))),
    );
}

function plain(text: string): string {
  return text
    .replace(/^[+-](?=\s|$)/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
