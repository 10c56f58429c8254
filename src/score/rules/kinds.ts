import { type CommandSucceeds, type PlannedCommand, command } from "./command.ts";
import { type ContentContains, contentContains } from "./content-contains.ts";
import { type ContentRegex, contentRegex } from "./content-regex.ts";
import { type DiffWithin, diffWithin } from "./diff-within.ts";
import { type DraftHolds, draft } from "./draft.ts";
import { type FileExists, fileExists } from "./file-exists.ts";
import { type FileModified, fileModified } from "./file-modified.ts";
import { type FileUnchangedSince, fileUnchangedSince } from "./file-unchanged-since.ts";
import { type Findings, type PlannedFindings, findings } from "./findings.ts";
import { type JsonPath, jsonPath } from "./json-path.ts";
import type { RuleKind } from "./kind.ts";
import { type LlmJudge, llmJudge } from "./judged/llm-judge.ts";
import { type ReviewRule, reviewRule } from "./judged/review.ts";

/** All kinds of validation, by the key that a score has for them, in the order in which they are shown. */
export const ruleKinds = {
  file_exists: fileExists,
  file_modified: fileModified,
  file_unchanged_since: fileUnchangedSince,
  content_contains: contentContains,
  content_regex: contentRegex,
  json_path: jsonPath,
  command,
  diff_within: diffWithin,
  findings,
  llm_judge: llmJudge,
  review: reviewRule,
  draft,
} as const;

export type RuleKey = keyof typeof ruleKinds;

export type WrittenChecks = {
  readonly [Key in RuleKey]?: ReturnType<(typeof ruleKinds)[Key]["schema"]["parse"]>;
};

// In full, because the types of the library hold them.
export type PlannedCheck =
  | FileExists<string>
  | FileModified<string>
  | FileUnchangedSince<string>
  | ContentContains<string>
  | ContentRegex<string>
  | JsonPath<string>
  | PlannedCommand
  | DiffWithin
  | PlannedFindings
  | LlmJudge<string>
  | ReviewRule<PlannedFindings>
  | DraftHolds<string>;

export type FilledCheck =
  | FileExists
  | FileModified
  | FileUnchangedSince
  | ContentContains
  | ContentRegex
  | JsonPath
  | CommandSucceeds
  | DiffWithin
  | Findings
  | LlmJudge
  | ReviewRule
  | DraftHolds;

type AnyKind = RuleKind<unknown, PlannedCheck, FilledCheck>;
const kinds = Object.entries(ruleKinds) as readonly (readonly [RuleKey, AnyKind])[];
type KeyedKind = AnyKind & { readonly key: RuleKey };
const byKind = Object.fromEntries(kinds.map(([key, kind]) => [kind.kind, { ...kind, key }])) as Readonly<
  Record<PlannedCheck["kind"], KeyedKind>
>;

export const ruleKeys: readonly RuleKey[] = kinds.map(([key]) => key);

/** Keys of the kinds that may have one of the terms that most may not. */
export function keysWith(term: "timeout" | "cwd"): readonly RuleKey[] {
  return kinds.flatMap(([key, { terms = [] }]) => (terms.includes(term) ? [key] : []));
}

export function kindOf({ kind }: { readonly kind: PlannedCheck["kind"] }): KeyedKind {
  return byKind[kind];
}
