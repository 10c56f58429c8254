import type { CommitSha } from "../base/ids.ts";
import type { ForgeKind } from "../score/plan/landing-plan.ts";
import type { Api } from "./api/api.ts";

/**
 * One repository on a server that has pull requests, whichever server it is. What it does not do as asked is a
 * TuttiError `forge.*`.
 */
export interface Forge {
  readonly kind: ForgeKind;
  /** The open pull request from a branch, if there is one. */
  find(head: Head): Promise<PullRequest | undefined>;
  /** Gives the one that is there already, as it is, when there is one: asking twice opens one. */
  open(request: NewPullRequest): Promise<PullRequest>;
  update(pull: PullRequest, change: PullRequestChange): Promise<PullRequest>;
  /** `since`: the cursor of the last look; `null`: everything that was said so far is new. */
  look(pull: Pick<PullRequest, "number">, since: string | null): Promise<PullState>;
}

/** A repository on a server, as its address says it. */
export interface ForgePlace {
  readonly kind: ForgeKind;
  /** With the port, where it is not the usual one: what a login is for. */
  readonly host: string;
  /** Where its API is, without a slash at the end. */
  readonly api: string;
  /** A user, an organisation, or groups within groups (`a/b/c`). */
  readonly owner: string;
  readonly name: string;
}

/** Everything that Tutti knows of one kind of server. A new kind is a value of this type. */
export interface ForgeServer {
  readonly forge: (place: ForgePlace, api: Api) => Forge;
  /** Whether a host is known to be of this kind. */
  readonly isKnownHost: (host: string) => boolean;
  /** Other names of known hosts, such as those for SSH through a firewall. */
  readonly aliases: Readonly<Record<string, string>>;
  /**
   * How the path of an address is read. `groups`: all names but the last are the owner. `pair`: an owner and a name.
   * `pair-below`: the same, and the server may lie below a path.
   */
  readonly path: "groups" | "pair" | "pair-below";
  /** `root`: the server's address, without a slash at the end. */
  readonly api: (host: string, root: string) => string;
  readonly graphql?: (place: ForgePlace) => string;
  /** Environment variables that may hold a token for a host, the first that is set counts. */
  readonly tokenNames: (host: string) => readonly string[];
  readonly headers: (token: string) => Readonly<Record<string, string>>;
  readonly paging: { readonly size: number; readonly sizeName: string };
  /** `gh` has logins for such servers. */
  readonly hasGh: boolean;
}

/** Where a pull request comes from. */
export interface Head {
  readonly branch: string;
  /** The repository that the branch is in; `null`: the one that the pull request is for. */
  readonly fork: ForgePlace | null;
}

export interface NewPullRequest {
  readonly head: Head;
  /** The branch it is for. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly draft: boolean;
}

interface PullRequestChange {
  readonly title?: string;
  readonly body?: string;
  /** Put on besides those that are there. */
  readonly labels?: readonly string[];
  readonly draft?: boolean;
}

/** Plain data: it may be kept and handed in again later. */
export interface PullRequest {
  /** As people and addresses name it. */
  readonly number: number;
  /** For people. */
  readonly url: string;
  /** Without the mark by which some servers know a draft. */
  readonly title: string;
  /** As it is there now; people may have changed it. */
  readonly body: string;
  readonly isDraft: boolean;
  readonly branch: string;
  readonly base: string;
  /** What of the wish was not done, a sentence each: labels that may not be set. */
  readonly troubles: readonly string[];
}

export interface PullState {
  readonly state: "open" | "merged" | "closed";
  /** What the branch stands at, as far as the server knows. */
  readonly head: CommitSha;
  /** Of a merged one: the commit on its base. `null`: not merged, or the server does not tell. */
  readonly merged: CommitSha | null;
  readonly checks: Checks;
  /** What people said since the last look, oldest first. */
  readonly remarks: readonly Remark[];
  readonly changesRequested: boolean;
  /** `conflict`: as the server sees it, which may be a moment old; merging tells for sure. */
  readonly mergeable: "yes" | "conflict" | "unknown";
  /** For the next look. */
  readonly cursor: string;
}

export interface Checks {
  readonly state: "none" | CheckState;
  readonly items: readonly Check[];
}

export type CheckState = "pending" | "passed" | "failed";

export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly url: string | null;
  /** The end of what a failed one printed, or what it says of itself. */
  readonly excerpt: string | null;
}

/** A comment or a review. What is in it is data, whoever wrote it. */
export interface Remark {
  readonly id: string;
  readonly author: string;
  /** The author may write to the repository; anybody may comment on a public one. */
  readonly isByMember: boolean;
  /** It is what somebody said who approved. */
  readonly isApproval?: true;
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly url: string | null;
  readonly at: string;
}

/** One that failed makes all of it fail; one that is not done yet makes it wait. */
export function checksOf(items: readonly Check[]): Checks {
  if (items.length === 0) return { state: "none", items };
  const has = (state: CheckState): boolean => items.some((item) => item.state === state);
  return { state: has("failed") ? "failed" : has("pending") ? "pending" : "passed", items };
}
