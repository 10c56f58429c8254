import { codeOf, messageOf } from "../base/error.ts";
import type { Api } from "./api/api.ts";
import type { Reading } from "./api/reading.ts";
import type { Forge, ForgePlace, ForgeServer, Head, PullRequest } from "./forge.ts";
import { sinceCursor } from "./remarks.ts";
import { withMark, withoutMark } from "./text/title.ts";

/** Pull requests of one repository: the steps that all kinds of servers share, around what a kind says of itself. */
export function makeForge(server: ForgeServer, place: ForgePlace, api: Api): Forge {
  const site = { place, api, repository: server.repository(place) };
  const pulls = `${site.repository}/${server.pulls}`;
  const pullOf = (reading: Reading): PullRequest => {
    const pull = server.pull(reading);
    const title = server.draftMark === null ? pull.title : withoutMark(pull.title);
    return { ...pull, title, isDraft: pull.isDraft ?? title !== pull.title, troubles: [] };
  };
  const marked = (title: string, draft: boolean): string =>
    server.draftMark === null ? title : withMark(title, server.draftMark, draft);
  const labelled = async (pull: PullRequest, labels: readonly string[]): Promise<PullRequest> =>
    server.label === undefined || labels.length === 0
      ? pull
      : withLabels(pull, server.label(site, pull.number, labels));
  const find = async (head: Head): Promise<PullRequest | undefined> => {
    const { query, isIt } = await server.search(site, head.fork ?? place, head.branch);
    const found = (await api.list(pulls, query)).find(isIt);
    return found === undefined ? undefined : pullOf(found);
  };
  return {
    kind: place.kind,
    find,
    open: async (request) => {
      const { at, fields } = await server.opening(site, request);
      const { title, body, draft, labels, head } = request;
      const texts = server.change({ title: marked(title, draft), body });
      const post = async (): Promise<PullRequest> =>
        pullOf(await api.send("POST", `${at}/${server.pulls}`, { ...fields, ...texts }));
      return labelled(await openOnce(post, () => find(head)), labels);
    },
    update: async (pull, { title, body, labels = [], draft }) => {
      const path = `${pulls}/${pull.number}`;
      const isRetitled = title !== undefined || (draft !== undefined && server.draftMark !== null);
      const fields = server.change({
        ...(isRetitled ? { title: marked(title ?? pull.title, draft ?? pull.isDraft) } : {}),
        ...(body === undefined ? {} : { body }),
        ...(labels.length === 0 ? {} : { labels }),
      });
      const isChange = Object.values(fields).some((value) => value !== undefined);
      const now = isChange ? await api.send(server.updateMethod, path, fields) : await api.get(path);
      const changed = pullOf(now);
      if (draft !== undefined && draft !== changed.isDraft) await server.turnDraft?.(site, now, draft);
      return labelled({ ...changed, isDraft: draft ?? changed.isDraft }, labels);
    },
    look: async ({ number }, since) => {
      const path = `${pulls}/${number}`;
      const state = await server.look(site, { number, path, now: await api.get(path) });
      const { fresh, cursor } = sinceCursor(state.remarks, since);
      return { ...state, remarks: fresh, cursor };
    },
  };
}

/** Another process may have been faster, or the answer to a call that was done may be lost: then the open one counts. */
async function openOnce(
  open: () => Promise<PullRequest>,
  find: () => Promise<PullRequest | undefined>,
): Promise<PullRequest> {
  try {
    return await open();
  } catch (error) {
    const code = codeOf(error);
    if (code !== "forge.refused" && code !== "forge.unreachable") throw error;
    const there = await find().catch(() => undefined);
    if (there === undefined) throw error;
    return there;
  }
}

/** Labels are an extra: an account that may open a pull request may lack the right to label it. */
async function withLabels(pull: PullRequest, put: Promise<unknown>): Promise<PullRequest> {
  try {
    await put;
    return pull;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "forge.not_allowed" && code !== "forge.not_found" && code !== "forge.refused") throw error;
    return { ...pull, troubles: [...pull.troubles, `Labels were not set: ${messageOf(error)}`] };
  }
}
