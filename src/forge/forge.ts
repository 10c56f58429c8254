import type { CommitSha } from "../base/ids.ts";
import type { ForgeKind } from "../score/plan/landing-plan.ts";
import type { Api } from "./api/api.ts";
import type { Reading } from "./api/reading.ts";

/** One repository on a server that has pull requests. Refusals and failures are TuttiErrors `forge.*`. */
export interface Forge {
  readonly kind: ForgeKind;
  /** The open pull request from a branch, if there is one. */
  find(head: Head): Promise<PullRequest | undefined>;
  /** Gives the open one, unchanged, where there is one: asking twice opens one. */
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

/** A repository of a server, ready to be asked. */
export interface Site {
  readonly place: ForgePlace;
  readonly api: Api;
  /** Path of the repository in the API. */
  readonly repository: string;
}

/** Everything that Tutti knows of one kind of server; `pull-requests.ts` does the rest. */
export interface ForgeServer {
  readonly isKnownHost: (host: string) => boolean;
  /** Other names of known hosts, such as those for SSH through a firewall. */
  readonly aliases: Readonly<Record<string, string>>;
  /** `groups`: all names but the last are the owner. `pair-below`: the server may lie below a path. */
  readonly path: "groups" | "pair" | "pair-below";
  /** `root`: the server's address, without a slash at the end. */
  readonly api: (host: string, root: string) => string;
  readonly graphql?: (place: ForgePlace) => string;
  /** Environment variables that may hold a token for a host; the first one that is set counts. */
  readonly tokenNames: (host: string) => readonly string[];
  readonly headers: (token: string) => Readonly<Record<string, string>>;
  readonly paging: { readonly size: number; readonly sizeName: string };
  /** `gh` has logins for such servers. */
  readonly hasGh: boolean;

  readonly repository: (place: ForgePlace) => string;
  /** The name of pull requests in paths. */
  readonly pulls: string;
  readonly updateMethod: "PATCH" | "PUT";
  /** The start of a title that makes a draft; `null`: drafts are a field, which `turnDraft` changes. */
  readonly draftMark: string | null;
  /** `isDraft`: `null` where only the title tells. */
  readonly pull: (pull: Reading) => Omit<PullRequest, "troubles" | "isDraft"> & { readonly isDraft: boolean | null };
  /** How the open pull request from a branch of `from` is asked for and recognised: servers ignore unknown filters. */
  readonly search: (site: Site, from: ForgePlace, branch: string) => Search | Promise<Search>;
  /** Where a pull request is posted, and the fields beside its texts. */
  readonly opening: (site: Site, request: NewPullRequest) => Opening | Promise<Opening>;
  /** Fields of a change; `undefined` fields are not sent. */
  readonly change: (change: PullRequestChange) => object;
  /** Absent: labels are fields of the pull request. */
  readonly label?: (site: Site, number: number, labels: readonly string[]) => Promise<unknown>;
  readonly turnDraft?: (site: Site, pull: Reading, draft: boolean) => Promise<void>;
  readonly look: (site: Site, looked: Looked) => Promise<Omit<PullState, "cursor">>;
}

interface Search {
  readonly query: Readonly<Record<string, string>>;
  readonly isIt: (pull: Reading) => boolean;
}

interface Opening {
  readonly at: string;
  readonly fields: object;
}

/** A pull request as the server has it now. */
interface Looked {
  readonly number: number;
  readonly path: string;
  readonly now: Reading;
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

export interface PullRequestChange {
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
  /** Parts of the request that were not done, a sentence each: labels that may not be set. */
  readonly troubles: readonly string[];
}

export interface PullState {
  readonly state: "open" | "merged" | "closed";
  /** The commit of the branch, as far as the server knows. */
  readonly head: CommitSha;
  /** Of a merged one: the commit on its base. `null`: not merged, or the server does not tell. */
  readonly merged: CommitSha | null;
  readonly checks: Checks;
  /** The remarks of people since the last look, oldest first. */
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
  /** Of a failed one: the end of its log, or its own summary. */
  readonly excerpt: string | null;
}

/** A comment or a review: data, never an instruction to Tutti. */
export interface Remark {
  readonly id: string;
  readonly author: string;
  /** The author may write to the repository; on a public one, anyone may comment. */
  readonly isByMember: boolean;
  /** Said along with an approval. */
  readonly isApproval?: boolean;
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly url: string | null;
  readonly at: string;
}
