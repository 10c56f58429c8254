import type { CommandTemplate } from "./command.ts";

/** How the results of a job come to its target. */
export interface LandingPlan {
  /** `approve`: a result lands when a person says so. */
  readonly mode: "auto" | "approve";
  readonly strategy: LandingStrategy;
  /**
   * Run a sheet's validations again on the merged tree when the target moved since its base. `always`: however often it
   * moves meanwhile.
   */
  readonly revalidate: boolean | "always";
  /** Whose validations are asked again of a result's merged tree: see `promiseScope`. */
  readonly promises?: PromiseScope;
  /** The action where work that is not finished collides: see `collisionMode`. */
  readonly collisions?: CollisionMode;
  /** The action where git finds a conflict: see `mergePlan`. */
  readonly merge?: MergePlan;
  /** Gates that merged trees must pass, besides those of the target's own file. */
  readonly gates: readonly GatePlan[];
  readonly tests: TestMode;
  readonly batch: BatchPlan;
  /** Globs: a result that changes such a path lands only by a person's word. */
  readonly protectedPaths: readonly string[];
  /** Commits are signed, with what the user's git is set up for. */
  readonly sign: boolean;
  /**
   * The remote that the target is pushed to when something landed; `true`: the one that the target follows, else
   * `origin`; `null`: none.
   */
  readonly push: string | true | null;
  /** Instead of landing here: a branch and a pull request for each sheet. */
  readonly pullRequest: PullRequestPlan | null;
}

/** Sheets that landed since a result's base: those of its own job, those of every job, or none. */
export type PromiseScope = "job" | "target" | "none";

/** A score that wants no result validated again wants no other sheet's validations either, unless it says so. */
export function promiseScope({ promises, revalidate }: Pick<LandingPlan, "promises" | "revalidate">): PromiseScope {
  return promises ?? (revalidate === false ? "none" : "job");
}

/** `show`: people see it. `tell`: agents hear of it. `wait`: the later sheet lets the other land first. */
export type CollisionMode = "show" | "tell" | "wait";

export function collisionMode({ collisions }: Pick<LandingPlan, "collisions">): CollisionMode {
  return collisions ?? "tell";
}

export interface MergePlan {
  /**
   * `text`: git alone merges. `certified`: also merges in which no side touches what the other changed. `proven`: also
   * those that choose an order, if the validations of both sides pass on them.
   */
  readonly mode: "text" | "certified" | "proven";
  /** Merges that are tested for one result. */
  readonly budget: number;
  /** Files that commands make from others. */
  readonly generated?: readonly GeneratedPlan[];
}

export interface GeneratedPlan {
  /** Globs; `null`: files that `.gitattributes` calls `linguist-generated`. */
  readonly paths: readonly string[] | null;
  /** Written by a person for this repository: no templates in it. */
  readonly command: CommandTemplate;
}

const usualMerge: MergePlan = { mode: "proven", budget: 8 };

export function mergePlan({ merge }: Pick<LandingPlan, "merge">): MergePlan {
  return merge ?? usualMerge;
}

/**
 * `squash`: one commit for a sheet. `merge`: its commits, and one that joins them. `rebase`: its commits on top of the
 * target.
 */
export type LandingStrategy = "squash" | "merge" | "rebase";

/** `quick`: gates in their quick form. `final`: only once, when all of the job has landed. */
export type TestMode = "full" | "quick" | "final" | "none";

/** A command that merged trees must pass. */
export interface GatePlan {
  readonly name: string;
  /** Written by a person for this repository: no templates in it. */
  readonly command: CommandTemplate;
  /** The same for what a change affects only; it finds the changed paths in the file `$TUTTI_CHANGED`. */
  readonly quick: CommandTemplate | null;
  readonly timeoutMs: number;
  /** Globs: what else the gate is made of. A sheet that changes it is said to have edited its own gate. */
  readonly files: readonly string[];
  /** Folders of the user's checkout that it finds above its own, or in it. */
  readonly borrow: readonly string[];
}

export interface BatchPlan {
  /** How many results one test may cover. */
  readonly max: number;
  /** How many it covers at first; as many more as landed together, half as many after a failure. */
  readonly window: number;
  /** How many tests run at once. */
  readonly parallel: number;
  /** How long a test that could begin waits for more results to cover. */
  readonly waitMs: number;
}

/** Kinds of servers that have pull requests. Each has a file in `src/forge/kinds/`. */
export const forgeKinds = ["github", "gitlab", "gitea"] as const;
export type ForgeKind = (typeof forgeKinds)[number];

export interface PullRequestPlan {
  /** Where branches are pushed to. */
  readonly remote: string;
  /** Where the pull request is opened, when that is another than `remote`: a fork's upstream. */
  readonly upstream: string | null;
  /** `null`: told by the address of the remote. */
  readonly forge: ForgeKind | null;
  readonly draft: boolean;
  readonly labels: readonly string[];
  /** Templates; `null`: from the agent's words, else from the commit's message. */
  readonly title: string | null;
  readonly body: string | null;
  /** Also for sheets that failed, as a draft. */
  readonly forFailed: boolean;
}

/** The message of a landed commit; templates with the variables of prompts. */
export interface MessagePlan {
  /** Of a conventional commit; `null`: told by the title or by what is changed. */
  readonly type: string | null;
  readonly scope: string | null;
  /** `null`: the sheet's title. */
  readonly summary: string | null;
  readonly body: string | null;
  readonly trailers: Readonly<Record<string, string>>;
  /** `Name <address>` each. */
  readonly coAuthors: readonly string[];
}

/** The same with everything filled in: all but the body are one line each, and what is empty then is absent. */
export type FilledMessage = MessagePlan;

/** The texts of a pull request for one sheet; `null` where there is no template, or it is empty. */
export interface FilledPullRequest {
  readonly title: string | null;
  readonly body: string | null;
}

export const usualBatch: BatchPlan = { max: 16, window: 4, parallel: 3, waitMs: 0 };

export const usualPullRequestPlan: PullRequestPlan = {
  remote: "origin",
  upstream: null,
  forge: null,
  draft: false,
  labels: [],
  title: null,
  body: null,
  forFailed: false,
};

export const usualLandingPlan: LandingPlan = {
  mode: "auto",
  strategy: "squash",
  revalidate: true,
  gates: [],
  tests: "full",
  batch: usualBatch,
  protectedPaths: [],
  sign: false,
  push: null,
  pullRequest: null,
};

export const usualMessage: MessagePlan = {
  type: null,
  scope: null,
  summary: null,
  body: null,
  trailers: {},
  coAuthors: [],
};
