import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { sinceCursor } from "../cursor.ts";
import { type Forge, type Head, type PullRequest, type PullState } from "../forge.ts";
import { openOnce, withLabels } from "../opening.ts";
import type { ForgePlace } from "../place.ts";
import { wantsChanges } from "../saying.ts";
import { checksAt } from "./checks.ts";
import { remarksOn } from "./remarks.ts";

export function githubForge(place: ForgePlace, api: Api): Forge {
  const repository = `/repos/${encodeURIComponent(place.owner)}/${encodeURIComponent(place.name)}`;
  const label = async (pull: PullRequest, labels: readonly string[]): Promise<PullRequest> =>
    labels.length === 0
      ? pull
      : withLabels(pull, () => api.send("POST", `${repository}/issues/${pull.number}/labels`, { labels }));
  const find = async (head: Head): Promise<PullRequest | undefined> => {
    const from = head.fork ?? place;
    const items = await api.list(`${repository}/pulls`, { state: "open", head: `${from.owner}:${head.branch}` });
    const found = items.find((pull) => isFrom(pull, from, head.branch));
    return found === undefined ? undefined : pullOf(found);
  };
  return {
    kind: "github",
    find,
    open: async ({ head, base, title, body, draft, labels }) => {
      const fork = head.fork;
      const source =
        fork === null ? { head: head.branch } : { head: `${fork.owner}:${head.branch}`, head_repo: fork.name };
      const post = async (): Promise<PullRequest> =>
        pullOf(await api.send("POST", `${repository}/pulls`, { ...source, base, title, body, draft }));
      return label(await openOnce(post, () => find(head)), labels);
    },
    update: async (pull, { title, body, labels = [], draft }) => {
      const path = `${repository}/pulls/${pull.number}`;
      const texts = { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) };
      const now = Object.keys(texts).length === 0 ? await api.get(path) : await api.send("PATCH", path, texts);
      const isDraft = now.flag("draft") === true;
      if (draft !== undefined && draft !== isDraft) await turnDraft(api, now.requireText("node_id"), draft);
      return label({ ...pullOf(now), isDraft: draft ?? isDraft }, labels);
    },
    look: async (pull, since): Promise<PullState> => {
      const path = `${repository}/pulls/${pull.number}`;
      const now = await api.get(path);
      const head = now.at("head").requireText("sha") as CommitSha;
      const reviews = await api.list(`${path}/reviews`);
      const [checks, remarks] = await Promise.all([
        checksAt(api, repository, head),
        remarksOn(api, { repository, number: pull.number, reviews }),
      ]);
      const { fresh, cursor } = sinceCursor(remarks, since);
      const isMerged = now.flag("merged") === true;
      return {
        state: isMerged ? "merged" : now.text("state") === "closed" ? "closed" : "open",
        head,
        merged: isMerged ? (now.text("merge_commit_sha") as CommitSha | null) : null,
        checks,
        remarks: fresh,
        changesRequested: wantsChanges(reviews, { wanted: "CHANGES_REQUESTED", settled: ["APPROVED", "DISMISSED"] }),
        // `null` while the server is still trying.
        mergeable: now.flag("mergeable") === null ? "unknown" : now.flag("mergeable") === true ? "yes" : "conflict",
        cursor,
      };
    },
  };
}

/** The server ignores a filter it does not understand. */
function isFrom(pull: Reading, from: ForgePlace, branch: string): boolean {
  const head = pull.at("head");
  return (
    head.text("ref") === branch &&
    head.at("repo").text("full_name")?.toLowerCase() === `${from.owner}/${from.name}`.toLowerCase()
  );
}

function pullOf(pull: Reading): PullRequest {
  return {
    number: pull.requireNumber("number"),
    url: pull.requireText("html_url"),
    title: pull.requireText("title"),
    body: pull.text("body") ?? "",
    isDraft: pull.flag("draft") === true,
    branch: pull.at("head").requireText("ref"),
    base: pull.at("base").requireText("ref"),
    troubles: [],
  };
}

/** The one thing that the REST interface can't do. */
async function turnDraft(api: Api, id: string, draft: boolean): Promise<void> {
  const name = draft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview";
  const answer = await api.graphql(
    `mutation($id: ID!) { ${name}(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`,
    { id },
  );
  const [error] = answer.at("errors").items();
  if (error !== undefined) {
    throw new TuttiError(
      "forge.refused",
      `the pull request can't be turned ${draft ? "into a draft" : "ready"}: ${error.text("message") ?? "no reason given"}`,
      {
        audience: "user",
      },
    );
  }
}
