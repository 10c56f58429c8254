import { createHash } from "node:crypto";
import type { CommitSha, EpochMs, JobId, TreeSha } from "../../base/ids.ts";
import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";
import type { ConfinedLevel, NetworkPlan } from "../../score/plan/sandbox.ts";
import type { Plan } from "../../score/plan/plan.ts";
import type { LandingStrategy } from "../../score/plan/landing-plan.ts";
import type { LandingLevel } from "../../sheet/state.ts";
import type { Spending } from "../../sheet/cost/usage.ts";
import { type Review, type ValidationResult, resultsOf } from "../../sheet/verdict.ts";
import type { MergeRule } from "../../sheet/merges.ts";
import type { FoundMerge, Landed } from "../candidate.ts";
import type { TestReport, PromisedBy } from "../gates/gate.ts";

/** Everything that is known before the commits are made; their trailers hold its digest. */
interface Claim {
  readonly version: 2;
  readonly job: JobId;
  readonly sheet: string;
  readonly title: string;
  readonly attempt: number;
  /** Full name of the ref. */
  readonly target: string;
  readonly strategy: LandingStrategy;
  /** The target's commit before it. */
  readonly parent: CommitSha;
  readonly base: CommitSha;
  readonly capture: CommitSha;
  /** Of the last of its commits. */
  readonly tree: TreeSha;
  readonly level: LandingLevel;
  readonly by: { readonly name: string; readonly email: string };
  readonly agent: { readonly name: string; readonly model: string | null } | null;
  readonly cost: Spending;
  /** Before its templates are filled in. */
  readonly promptSha256: string;
  readonly validations: readonly ClaimedValidation[];
  /** Without the output of failed ones: it may be anything, and a receipt is published. */
  readonly gates: readonly Omit<TestReport, "reason" | "log">[];
  /** Promises of earlier landings that held on this tree or on its batch's; absent: none were checked. */
  readonly promises?: readonly PromiseClaim[];
  /** Git found a conflict: how it was merged, and that nothing that either side wrote was lost (its certificate). */
  readonly merge?: MergeClaim;
  readonly flags: readonly string[];
  /** The sandbox of its agent and validations; absent: they had none. */
  readonly sandbox?: ConfinedLevel;
  /** The layers of the machine that held it. */
  readonly layers?: readonly string[];
  /** Which hosts it reached at most; absent: all. */
  readonly network?: NetworkPlan;
  /** A person said that it may land. */
  readonly approved: boolean;
  /** Its commits were to be signed. */
  readonly signed: boolean;
  readonly at: EpochMs;
}

interface MergeClaim extends MergeRule {
  readonly paths: readonly string[];
  /** `apart`: no side touches what the other changed. `kept`: both sides' words are there, in an order that was chosen. */
  readonly certificate: "apart" | "kept";
  /** Merges that were tested before it. */
  readonly fallen: number;
}

interface ClaimedValidation {
  readonly description: string;
  readonly passed: boolean;
  /** It failed on the same tree before it passed there. */
  readonly isFlaky?: true;
  /** Of a failed one: findings that are gone, and those left. */
  readonly holds?: { readonly fixed: number; readonly remaining: number };
  /** Without the comments: they may say anything, and a receipt is published. */
  readonly review?: Pick<Review, "verdict" | "score" | "scores" | "reviewer" | "isOwn" | "quality">;
}

/** The claim that the promises of landed sheets held on a tree. */
interface PromiseClaim extends Pick<TestReport, "digest" | "tree" | "passed" | "isCached" | "isFlaky" | "at"> {
  readonly by: readonly PromisedBy[];
}

/** The proof of one landing, kept in the user's repository. */
export interface Receipt extends Claim {
  /** The last of its commits. */
  readonly commit: CommitSha;
  /** Oldest first: several for `rebase`; for `merge`, the joined ones first. */
  readonly commits: readonly CommitSha[];
}

/** As landings of earlier versions have it. */
export interface OldReceipt
  extends Pick<
    Claim,
    "job" | "sheet" | "attempt" | "target" | "parent" | "base" | "capture" | "level" | "validations" | "promptSha256"
  > {
  readonly version: 1;
  readonly commit: CommitSha;
}

export interface ClaimContext {
  readonly target: string;
  readonly strategy: LandingStrategy;
  readonly signed: boolean;
  readonly at: EpochMs;
}

/** For the trailers of its commits. */
export function claimOf(landing: Omit<Landed, "commit" | "commits">, more: ClaimContext): Claim {
  const { candidate, tree, parent, level, gates, promises, flags, merge } = landing;
  const { job, sheet, attempt, base, capture, verdict, agent, spent } = candidate;
  return {
    version: 2,
    job: job.id,
    sheet: sheet.id,
    title: sheet.title,
    attempt,
    target: more.target,
    strategy: more.strategy,
    parent,
    base,
    capture,
    tree,
    level,
    by: { name: job.identity.name, email: job.identity.email },
    agent: agentOf(agent),
    cost: spent,
    promptSha256: createHash("sha256")
      .update(job.plan.texts[sheet.prompt]?.text ?? "")
      .digest("hex"),
    validations: resultsOf(verdict).map(claimedOf),
    gates: gates.map(({ reason: _, log: __, ...report }) => report),
    ...(promises === undefined ? {} : { promises: promises.map(promiseClaim) }),
    ...(merge === undefined ? {} : { merge: mergeClaim(merge) }),
    flags,
    ...sandboxClaim(job.plan),
    approved: candidate.isReviewed,
    signed: more.signed,
    at: more.at,
  };
}

function sandboxClaim({
  sandbox,
  confined: { layers, network } = {},
}: Plan): Pick<Claim, "sandbox" | "layers" | "network"> {
  return {
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(layers === undefined || sandbox === undefined ? {} : { layers }),
    ...(network === undefined ? {} : { network }),
  };
}

function mergeClaim({ way, reason, paths, isPreserving, fallen }: FoundMerge): MergeClaim {
  return { way, reason, paths, certificate: isPreserving ? "apart" : "kept", fallen: fallen.length };
}

function promiseClaim({ digest, tree, passed, isCached, isFlaky, at, promisedBy = [] }: TestReport): PromiseClaim {
  return { by: promisedBy, digest, tree, passed, isCached, isFlaky, at };
}

/** The receipt of a landing whose commits are made. */
export function receiptOf(landed: Landed, more: ClaimContext): Receipt {
  return { ...claimOf(landed, more), commit: landed.commit, commits: landed.commits };
}

function claimedOf({ description, passed, isFlaky, findings, review }: ValidationResult): ClaimedValidation {
  if (review !== undefined) {
    const { verdict, score, scores, reviewer, isOwn, quality } = review;
    const own = isOwn === undefined ? {} : { isOwn };
    const tools = quality === undefined ? {} : { quality };
    return { description, passed, review: { verdict, score, scores, reviewer, ...own, ...tools } };
  }
  if (passed || findings === undefined) return { description, passed, ...(isFlaky === true ? { isFlaky } : {}) };
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  return { description, passed, holds: { fixed: sum(findings.fixed), remaining: sum(findings.remaining) } };
}

function agentOf(plan: AgentPlan): Claim["agent"] {
  if (plan.kind === "profile") return { name: plan.name, model: plan.model };
  return { name: agentName(plan), model: null };
}

const outside = ["commit", "commits", "signature"];

/**
 * SHA-256 of the JSON with sorted keys and no blanks. The commits are left out, because their messages hold this
 * digest: they name the receipt, and their signature signs it.
 */
export function receiptDigest(receipt: Claim): string {
  const claim = Object.entries(receipt).filter(([key]) => !outside.includes(key));
  return createHash("sha256")
    .update(canonical(Object.fromEntries(claim)))
    .digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}
