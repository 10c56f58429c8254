import type { Reading } from "../api/reading.ts";
import { type Check, type Checks, type ForgeServer, type Site } from "../forge.ts";
import { checkOf, checksOf } from "../checks.ts";
import { membersAmong } from "../remarks.ts";
import { withoutMark } from "../text/title.ts";
import { type Said, authorOf, isFrom, lookOf, pullOf, remarksFrom, repositoryPath } from "./github-shapes.ts";

export const gitea: ForgeServer = {
  isKnownHost: (host) => host === "codeberg.org" || host === "gitea.com",
  aliases: {},
  path: "pair-below",
  api: (_, root) => `${root}/api/v1`,
  tokenNames: () => ["GITEA_TOKEN"],
  headers: (token) => ({ authorization: `token ${token}`, accept: "application/json" }),
  paging: { size: 50, sizeName: "limit" },
  hasGh: false,

  repository: repositoryPath,
  pulls: "pulls",
  updateMethod: "PATCH",
  draftMark: "WIP: ",
  pull: (pull) => ({ ...pullOf(pull), isDraft: pull.flag("draft") }),
  search: (_, from, branch) => ({
    query: { state: "open", sort: "recentupdate" },
    isIt: isFrom(from, branch),
  }),
  opening: ({ repository }, { head: { branch, fork }, base }) => ({
    at: repository,
    fields: { head: fork === null ? branch : `${fork.owner}:${branch}`, base },
  }),
  change: ({ title, body }) => ({ title, body }),
  label: async (site, number, labels) =>
    site.api.send("POST", `${site.repository}/issues/${number}/labels`, { labels: await labelIds(site, labels) }),
  look: async (site, { number, path, now }) => {
    const reviews = await site.api.list(`${path}/reviews`);
    const [checks, said] = await Promise.all([
      checksAt(site, now.at("head").requireText("sha")),
      saidOn(site, number, reviews),
    ]);
    const members = await membersOf(site, said);
    const title = now.requireText("title");
    const isDraft = now.flag("draft") ?? withoutMark(title) !== title;
    const mergeable = now.flag("mergeable");
    return {
      ...lookOf(now, reviews, { wanted: "REQUEST_CHANGES", settled: ["APPROVED"] }),
      checks,
      remarks: remarksFrom(said, { isMember: (comment) => members.has(authorOf(comment)), lineOf }),
      // The server says of every draft that it can't be merged.
      mergeable: mergeable === true ? "yes" : mergeable === null || isDraft ? "unknown" : "conflict",
    };
  },
};

async function checksAt({ api, repository }: Site, commit: string): Promise<Checks> {
  // A check reports each of its steps as one more status under the same name: the last one counts.
  const last = new Map<string, Reading>();
  for (const status of await api.list(`${repository}/commits/${commit}/statuses`)) {
    const name = status.text("context") ?? "";
    if ((last.get(name)?.number("id") ?? -1) < (status.number("id") ?? 0)) last.set(name, status);
  }
  return checksOf([...last.values()].map(ofStatus));
}

function ofStatus(status: Reading): Check {
  const state = status.text("status") ?? status.text("state") ?? "";
  return checkOf({
    name: status.text("context"),
    state: ["failure", "error"].includes(state) ? "failed" : state === "pending" ? "pending" : "passed",
    url: status.text("target_url"),
    excerpt: status.text("description"),
  });
}

/** This server knows labels by number. Missing ones are created, as the other servers do by themselves. */
async function labelIds({ api, repository, place }: Site, labels: readonly string[]): Promise<readonly number[]> {
  const ofOwner = await api.maybe(`/orgs/${encodeURIComponent(place.owner)}/labels`, { limit: 50 });
  const known = [...(await api.list(`${repository}/labels`)), ...(ofOwner?.items() ?? [])];
  const ids: number[] = [];
  for (const name of labels) {
    const there = known.find((one) => one.text("name") === name);
    const label = there ?? (await api.send("POST", `${repository}/labels`, { name, color: "#ededed" }));
    ids.push(label.requireNumber("id"));
  }
  return ids;
}

const mostReviews = 100;

/** Remarks on lines are only within reviews, one list for each. */
async function saidOn({ api, repository }: Site, number: number, reviews: readonly Reading[]): Promise<Said> {
  const review = reviews
    .filter((one) => !["PENDING", "REQUEST_REVIEW"].includes(one.text("state") ?? ""))
    .slice(-mostReviews);
  const comment = await api.list(`${repository}/issues/${number}/comments`);
  const line: Reading[] = [];
  for (const one of review)
    if (one.number("comments_count") !== 0)
      line.push(...(await api.list(`${repository}/pulls/${number}/reviews/${one.requireNumber("id")}/comments`)));
  return { review, line, comment };
}

/** The owner, those whose reviews count, and those whom the server lists as collaborators. */
async function membersOf({ api, repository, place }: Site, said: Said): Promise<ReadonlySet<string | null>> {
  const official = said.review.filter((review) => review.flag("official") === true).map(authorOf);
  const known = new Set([place.owner, ...official]);
  const others = [...said.review, ...said.line, ...said.comment].map(authorOf).filter((author) => !known.has(author));
  const asked = await membersAmong(
    others,
    async (author) => (await api.maybe(`${repository}/collaborators/${encodeURIComponent(author)}`)) !== null,
  );
  known.delete(null);
  return new Set([...known, ...asked]);
}

/** 0 where the line is gone. */
function lineOf(comment: Reading): number | null {
  const lines = [comment.number("position"), comment.number("original_position")];
  return lines.find((line) => line !== null && line > 0) ?? null;
}
