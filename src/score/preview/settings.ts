import { type AgentPlan, shownAgent } from "../plan/agents/agent-plan.ts";
import type { CommandTemplate } from "../plan/command.ts";
import { landsResults, playsOneByOne } from "../plan/isolation.ts";
import type {
  FilledMessage,
  FilledPullRequest,
  GatePlan,
  LandingPlan,
  LandingStrategy,
  TestMode,
} from "../plan/landing-plan.ts";
import type { IsolationLevel } from "../plan/levels.ts";
import type { IsolationPlan } from "../plan/plan.ts";
import type { Said } from "../resolve/message.ts";

export interface AgentPreview {
  readonly kind: AgentPlan["kind"];
  /** Its name for people: its program, its profile, or the name that a score of Mozart's has for it. */
  readonly name: string;
  readonly command?: readonly string[];
  readonly prompt?: string;
  readonly prompt_is?: "program";
  /** `null`: the one that its profile or the agent itself takes. */
  readonly model?: string | null;
  readonly args?: readonly string[];
  readonly account?: string | null;
  /** Names only: values may be secrets. */
  readonly env?: readonly string[];
}

export function agentPreview(agent: AgentPlan): AgentPreview {
  switch (agent.kind) {
    case "command":
      return {
        kind: agent.kind,
        name: shownAgent(agent),
        command: agent.argv,
        prompt: agent.prompt,
        ...(agent.runsPrompt === true ? { prompt_is: "program" } : {}),
        env: Object.keys(agent.env),
      };
    case "profile":
      return {
        kind: agent.kind,
        name: agent.name,
        model: agent.model,
        args: agent.args,
        account: agent.account,
        env: Object.keys(agent.env),
      };
    case "scripted":
    case "unavailable":
      return { kind: agent.kind, name: shownAgent(agent) };
  }
}

/** Each agent once, in the order of the sheets that they play first. */
export function distinctAgents(agents: Iterable<AgentPlan>): readonly AgentPlan[] {
  // Sheets that come from one place share the same object, which spares looking into all of them.
  const found = new Map<string, AgentPlan>();
  for (const agent of new Set(agents)) {
    const key = JSON.stringify(agent);
    if (!found.has(key)) found.set(key, agent);
  }
  return [...found.values()];
}

export interface IsolationPreview {
  readonly level: IsolationLevel;
  readonly per: string;
  /** The sheets never run side by side. */
  readonly one_by_one: boolean;
  readonly lands: boolean;
  readonly worktree_base: string | null;
  readonly branch_prefix: string | null;
  readonly source_branch: string | null;
  readonly clone_objects: string;
  readonly cleanup_on_success: boolean;
  readonly cleanup_on_failure: boolean;
  readonly lock_during_execution: boolean;
  readonly fallback_on_error: boolean;
  readonly snapshot_every_ms: number | null;
}

export function isolationPreview(plan: IsolationPlan): IsolationPreview {
  return {
    level: plan.level,
    per: plan.per,
    one_by_one: playsOneByOne(plan),
    lands: landsResults(plan),
    worktree_base: plan.folder,
    branch_prefix: plan.branchPrefix,
    source_branch: plan.sourceBranch,
    clone_objects: plan.objects,
    cleanup_on_success: plan.cleanupOnSuccess,
    cleanup_on_failure: plan.cleanupOnFailure,
    lock_during_execution: plan.lock,
    fallback_on_error: plan.fallback,
    snapshot_every_ms: plan.snapshotEveryMs,
  };
}

/** How results land, under the names that a score has for it. */
export interface LandingPreview {
  readonly mode: LandingPlan["mode"];
  readonly strategy: LandingStrategy;
  readonly revalidate: boolean | "always";
  readonly gates: readonly GatePreview[];
  readonly tests: TestMode;
  readonly batch: {
    readonly max: number;
    readonly window: number;
    readonly parallel: number;
    readonly wait_ms: number;
  };
  readonly protected: readonly string[];
  readonly sign: boolean;
  /** `true`: the remote that the target follows. */
  readonly push: string | boolean;
  readonly pull_request: PullRequestPreview | null;
}

export interface GatePreview {
  readonly name: string;
  /** A line for the shell, or a program with its arguments. */
  readonly run: string | readonly string[];
  readonly quick: string | readonly string[] | null;
  readonly timeout_ms: number;
  readonly files: readonly string[];
  readonly borrow: readonly string[];
}

/** Each sheet has its title and text. */
export interface PullRequestPreview {
  readonly remote: string;
  readonly upstream: string | null;
  readonly forge: string | null;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly for_failed: boolean;
}

export function landingPreview({
  protectedPaths,
  pullRequest,
  push,
  batch,
  gates,
  ...same
}: LandingPlan): LandingPreview {
  const { waitMs, ...sizes } = batch;
  return {
    ...same,
    gates: gates.map(gatePreview),
    batch: { ...sizes, wait_ms: waitMs },
    protected: protectedPaths,
    push: push ?? false,
    pull_request: pullRequest === null ? null : pullRequestPreview(pullRequest),
  };
}

function gatePreview({ name, command, quick, timeoutMs, files, borrow }: GatePlan): GatePreview {
  return {
    name,
    run: commandWords(command),
    quick: quick === null ? null : commandWords(quick),
    timeout_ms: timeoutMs,
    files,
    borrow,
  };
}

function commandWords(command: CommandTemplate): string | readonly string[] {
  if (command.kind === "argv") return command.argv;
  return command.shell === "sh" ? command.line : [command.shell, "-c", command.line];
}

function pullRequestPreview({
  remote,
  upstream,
  forge,
  draft,
  labels,
  forFailed,
}: NonNullable<LandingPlan["pullRequest"]>): PullRequestPreview {
  return { remote, upstream, forge, draft, labels, for_failed: forFailed };
}

/** The commit message of a sheet; `null`: its title, or the agent's words. `why`: it is not known yet. */
export type CommitPreview =
  | (Omit<FilledMessage, "coAuthors"> & { readonly co_authors: readonly string[] })
  | { readonly why: string };

export function commitPreview(said: Said<FilledMessage>): CommitPreview {
  if (said.kind === "wrong") return { why: said.why };
  const { coAuthors, ...same } = said.value;
  return { ...same, co_authors: coAuthors };
}

export type PullRequestText = FilledPullRequest | { readonly why: string } | null;

export function pullRequestText(said: Said<FilledPullRequest> | null): PullRequestText {
  if (said === null) return null;
  return said.kind === "wrong" ? { why: said.why } : said.value;
}
