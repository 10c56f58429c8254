import type {
  FilledMessage,
  FilledPullRequest,
  GatePlan,
  LandingPlan,
  LandingStrategy,
  TestMode,
} from "../plan/landing-plan.ts";
import type { Said } from "../resolve/message.ts";
import type { CommandTemplate } from "../plan/command.ts";

/** How results land, under the names that a score has for it. */
export interface LandingPreview {
  readonly mode: LandingPlan["mode"];
  readonly strategy: LandingStrategy;
  readonly revalidate: boolean;
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

/** Its title and text are told of each sheet. */
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

/** What a sheet's commit says; `null`: its title, or what the agent says. `why`: it can't be told before. */
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
