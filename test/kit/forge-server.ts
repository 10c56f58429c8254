import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterwards } from "./afterwards.ts";
import { answerGit, isGitRequest } from "./forge-git.ts";
import { answerAsGitea } from "./forge-gitea.ts";
import { answerAsGithub, answerAsGraphql } from "./forge-github.ts";
import { answerAsGitlab } from "./forge-gitlab.ts";

/** The facts that all three servers know of a pull request; each tells them in words of its own. */
export interface FakePull {
  readonly number: number;
  title: string;
  body: string;
  draft: boolean;
  state: "open" | "closed" | "merged";
  mergeCommit: string | null;
  mergeable: boolean | null;
  sha: string;
  readonly from: string;
  /** The repository that it is for, where the server tells that apart. */
  readonly into?: string;
  readonly branch: string;
  readonly base: string;
  /** The commit of that branch. */
  readonly baseSha?: string;
  labels: string[];
  checks: FakeCheck[];
  remarks: FakeRemark[];
}

/** An issue that is no pull request. */
export interface FakeIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly by: string;
  readonly remarks: FakeRemark[];
}

export interface FakeCheck {
  readonly name: string;
  readonly state: "pending" | "passed" | "failed";
  readonly log?: string;
}

export interface FakeRemark {
  readonly id: number;
  readonly by: string;
  readonly text: string;
  readonly path?: string;
  readonly line?: number;
  /** A whole review, not a comment. */
  readonly review?: "approve" | "changes" | "pending";
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string;
}

/** The answer that replaces a right one. `silence`: none, for as long as the caller waits. */
export type Answer =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly raw?: string | Buffer;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly silence: () => void }
  | { readonly drop: true };

export interface FakeForge {
  readonly url: string;
  readonly token: string;
  readonly asked: Asked[];
  readonly repositories: Set<string>;
  readonly pulls: FakePull[];
  readonly issues: FakeIssue[];
  /** Anyone may read without a login. */
  isPublic: boolean;
  /** Who may write. */
  readonly members: Set<string>;
  /** Labels that are known to the server which numbers them. */
  readonly labelNames: string[];
  pageSize: number;
  /** The folder with its bare repositories, where it has any. */
  gitRoot: string | null;
  /** The next calls that match get these, one each; after that all is well again. */
  instead(match: RegExp, ...answers: readonly Answer[]): void;
  /** All is well again at once. */
  asUsual(): void;
  pull(wish: Partial<FakePull> & Pick<FakePull, "from" | "branch">): FakePull;
}

const servers: (() => void)[] = [];
afterwards("each file", () => {
  for (const close of servers.splice(0)) close();
});

export async function startForge(...repositories: readonly string[]): Promise<FakeForge> {
  const planned: { readonly match: RegExp; readonly answers: Answer[] }[] = [];
  const forge: FakeForge = {
    url: "",
    token: "s3cret-token",
    asked: [],
    repositories: new Set(repositories),
    pulls: [],
    issues: [],
    isPublic: false,
    members: new Set(["ada"]),
    labelNames: [],
    pageSize: 100,
    gitRoot: null,
    instead: (match, ...answers) => void planned.push({ match, answers: [...answers] }),
    asUsual: () => void planned.splice(0),
    pull: (wish) => {
      const pull = { ...usual, number: forge.pulls.length + 1, labels: [], checks: [], remarks: [], ...wish };
      forge.pulls.push(pull);
      return pull;
    },
  };
  const server = createServer((request, response) => {
    if (forge.gitRoot !== null && isGitRequest(request)) {
      answerGit(forge.gitRoot, request, response);
      return;
    }
    void listen(request).then((asked) => {
      forge.asked.push(asked);
      const plan = planned.find(
        ({ match, answers }) => answers.length > 0 && match.test(`${asked.method} ${asked.path}`),
      );
      const answer = plan?.answers.shift() ?? answerOf(forge, asked);
      if ("silence" in answer) answer.silence();
      else if ("drop" in answer) request.socket.destroy();
      else reply(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(forge, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const usual = {
  title: "a title",
  body: "",
  draft: false,
  state: "open",
  mergeCommit: null,
  mergeable: true,
  sha: "1".repeat(40),
  base: "main",
} as const;

async function listen(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "/", "http://x");
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    authorization: request.headers.authorization ?? "",
  };
}

function answerOf(forge: FakeForge, asked: Asked): Answer {
  const [, kind = "", path = ""] = /^\/api\/(v3|v4|v1|graphql)(\/.*)?$/.exec(asked.path) ?? [];
  const right = kind === "v1" ? `token ${forge.token}` : `Bearer ${forge.token}`;
  const isGuest = forge.isPublic && asked.authorization === "" && asked.method === "GET";
  if (asked.authorization !== right && !isGuest) return { status: 401, body: { message: "Bad credentials" } };
  if (kind === "graphql") return answerAsGraphql(forge, asked);
  const as = { v3: answerAsGithub, v4: answerAsGitlab, v1: answerAsGitea }[kind];
  return as?.(forge, { ...asked, path }) ?? notFound;
}

export const notFound: Answer = { status: 404, body: { message: "Not Found" } };

/** One page of a list, with the link to the next as servers give it. */
export function pageOf(
  forge: FakeForge,
  asked: Asked,
  items: readonly unknown[],
): { readonly items: readonly unknown[]; readonly headers: Readonly<Record<string, string>> } {
  const wish = Number(asked.query.get("per_page") ?? asked.query.get("limit") ?? "30");
  const size = Math.min(forge.pageSize, wish);
  const page = Number(asked.query.get("page") ?? "1");
  const hasNext = page * size < items.length;
  return {
    items: items.slice((page - 1) * size, page * size),
    headers: {
      link: hasNext ? `<http://elsewhere/?page=${page + 1}>; rel="next"` : `<http://elsewhere/?page=1>; rel="first"`,
    },
  };
}

export function listOf(forge: FakeForge, asked: Asked, items: readonly unknown[]): Answer {
  const page = pageOf(forge, asked, items);
  return { status: 200, body: page.items, headers: page.headers };
}

function reply(response: ServerResponse, answer: Extract<Answer, { status: number }>): void {
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(answer.raw ?? (answer.body === undefined ? "" : JSON.stringify(answer.body)));
}
