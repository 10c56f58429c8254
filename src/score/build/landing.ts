import { globMatcher } from "../match/glob.ts";
import { commandTemplate } from "../plan/command.ts";
import { proposalFault } from "../plan/isolation.ts";
import {
  type BatchPlan,
  type GatePlan,
  type LandingPlan,
  type MergePlan,
  type PullRequestPlan,
  usualBatch,
} from "../plan/landing-plan.ts";
import type { IsolationLevel } from "../plan/levels.ts";
import type { WrittenGate } from "../schema/gate.ts";
import type { WrittenBatch, WrittenLanding, WrittenMerge } from "../schema/landing.ts";
import type { WrittenPullRequest } from "../schema/pull-request.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

/** How results land. Reports settings that exclude each other or the isolation level. */
export function landingPlan(written: WrittenLanding, level: IsolationLevel, report: Report): LandingPlan {
  checkGlobs(written.protected, ["landing", "protected"], report);
  for (const [index, { files }] of written.gates.entries())
    checkGlobs(files, ["landing", "gates", index, "files"], report);
  const fault = written.pull_request === false ? null : proposalFault(level);
  if (fault !== null) report("V011", ["landing", "pull_request"], fault);
  return {
    mode: written.mode,
    strategy: written.strategy,
    revalidate: written.revalidate,
    ...(written.collisions === undefined ? {} : { collisions: written.collisions }),
    ...(written.promises === undefined ? {} : { promises: written.promises }),
    ...(written.merge === undefined ? {} : { merge: mergePlanOf(written.merge, report) }),
    gates: written.gates.map(gatePlan),
    tests: written.tests,
    batch: batchPlan(written.batch, report),
    protectedPaths: written.protected,
    sign: written.sign,
    push: written.push === false ? null : written.push,
    pullRequest: written.pull_request === false ? null : pullRequestPlan(written.pull_request),
  };
}

function mergePlanOf({ mode, budget, generated }: WrittenMerge, report: Report): MergePlan {
  for (const [index, { paths }] of generated.entries())
    if (paths !== undefined) checkGlobs(paths, ["landing", "merge", "generated", index, "paths"], report);
  if (generated.length === 0) return { mode, budget };
  const plans = generated.map(({ paths = null, run }) => ({ paths, command: commandTemplate(run) }));
  return { mode, budget, generated: plans };
}

function checkGlobs(globs: readonly string[], path: KeyPath, report: Report): void {
  const read = globMatcher(globs);
  if (read.kind === "wrong") report("V011", path, read.why);
}

function gatePlan({ name, run, quick, timeout, files, borrow }: WrittenGate): GatePlan {
  const forms = { command: commandTemplate(run), quick: quick === undefined ? null : commandTemplate(quick) };
  return { name, ...forms, timeoutMs: timeout ?? 600_000, files, borrow };
}

function batchPlan({ max = usualBatch.max, window, parallel, wait }: WrittenBatch, report: Report): BatchPlan {
  if (window !== undefined && window > max)
    report("V011", ["landing", "batch", "window"], `is more than max, which is ${String(max)}`);
  return {
    max,
    // The usual one is no wish of anybody's: it gives way to a smaller max.
    window: window ?? Math.min(usualBatch.window, max),
    parallel: parallel ?? usualBatch.parallel,
    waitMs: wait ?? usualBatch.waitMs,
  };
}

function pullRequestPlan({
  upstream,
  forge,
  title,
  body,
  for_failed: forFailed,
  ...same
}: WrittenPullRequest): PullRequestPlan {
  return {
    ...same,
    upstream: upstream ?? null,
    forge: forge ?? null,
    title: title ?? null,
    body: body ?? null,
    forFailed,
  };
}
