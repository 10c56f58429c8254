/**
 * Every code an error of Tutti's may carry. Each has a paragraph in docs/errors.md (a test checks it).
 * Programs match on these, so a code never changes its meaning.
 */
export const errorCodes = [
  "agent.unavailable",
  "bug.unreachable",
  "bug.unexpected",
  "checkout.locked",
  "cli.usage",
  "containment.unavailable",
  "containment.unknown",
  "context.create_failed",
  "context.inside_checkout",
  "context.capture_failed",
  "git.missing",
  "git.missing_objects",
  "git.too_old",
  "git.failed",
  "git.no_identity",
  "git.no_repository",
  "git.no_commit",
  "git.no_target",
  "home.unusable",
  "id.invalid",
  "job.no_score",
  "job.not_retriable",
  "job.old_plan",
  "job.other_score",
  "job.recorded",
  "job.unknown",
  "score.unreadable",
  "score.unwritable",
  "score.invalid",
  "score.template",
  "settings.invalid",
  "store.newer",
  "store.write_failed",
  "store.corrupt",
  "store.locked",
] as const;

export type ErrorCode = (typeof errorCodes)[number];
