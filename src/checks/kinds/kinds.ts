import type { ConcreteCheck } from "../../score/plan/rule.ts";
import type { RunCheck } from "../place.ts";
import { runCommand } from "./command.ts";
import { runContentContains } from "./content-contains.ts";
import { runContentRegex } from "./content-regex.ts";
import { runDiffWithin } from "./diff-within.ts";
import { runDraft } from "./draft/draft.ts";
import { runFileExists } from "./file-exists.ts";
import { runFileModified } from "./file-modified.ts";
import { runFileUnchangedSince } from "./file-unchanged-since.ts";
import { runFindings } from "./findings/findings.ts";
import { runJsonPath } from "./json-path/json-path.ts";
import { runLlmJudge } from "./llm-judge.ts";
import { runReview } from "./review/review.ts";

/** How each kind of validation is run; `src/score/rules/` describes them. */
export const checkRunners: { readonly [Kind in ConcreteCheck["kind"]]: RunCheck<Kind> } = {
  file_exists: runFileExists,
  file_modified: runFileModified,
  file_unchanged_since: runFileUnchangedSince,
  content_contains: runContentContains,
  content_regex: runContentRegex,
  json_path: runJsonPath,
  command_succeeds: runCommand,
  diff_within: runDiffWithin,
  findings: runFindings,
  llm_judge: runLlmJudge,
  draft: runDraft,
  review: runReview,
  impossible: ({ why }) => Promise.resolve({ reason: why }),
};
