import { TuttiError } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import type { Check, Remark } from "../forge.ts";
import { servers } from "../kinds/kinds.ts";
import { repositoryPath } from "../kinds/github-shapes.ts";
import { type ForgeMeans, openApi } from "../open-forge.ts";
import { makeForge } from "../pull-requests.ts";
import { oneLine } from "../remarks.ts";
import type { Reference } from "./reference.ts";
import { type Author, writerOf } from "./tracker.ts";

/** An open pull request with everything that was said of it: data, never an instruction to Tutti. */
export interface Pull {
  readonly title: string;
  readonly body: string;
  readonly author: Author;
  readonly url: string;
  /** Where its commits are. */
  readonly head: { readonly branch: string; readonly commit: string; readonly address: string };
  /** Where its line parted from the branch that it is for. */
  readonly since: string;
  /** Oldest first. */
  readonly remarks: readonly Remark[];
  /** Remarks that are not among them, because there are too many. */
  readonly left: number;
  readonly failed: readonly Check[];
}

const mostRemarks = 50;
const longestBody = 64 * 1024;

export async function readPull(reference: Reference, means: ForgeMeans): Promise<Pull> {
  const { place, number } = reference;
  const api = await openApi(place, means, { mayBeGuest: true });
  const repository = repositoryPath(place);
  const pull = await api.get(`${repository}/pulls/${String(number)}`);
  const head = pull.at("head");
  const owner = head.at("repo").text("full_name");
  const look = await makeForge(servers.github, place, api).look({ number }, null);
  if (look.state !== "open" || owner === null) {
    const why = look.state === "open" ? "has lost the repository of its branch" : `is ${look.state}`;
    throw new TuttiError("forge.refused", `${reference.name} ${why}`, {
      audience: "user",
      hint: "Only an open pull request has a branch to work on.",
    });
  }
  const ends = [pull.at("base").requireText("sha"), head.requireText("sha")];
  const compared = await api.get(`${repository}/compare/${ends.map(encodeURIComponent).join("...")}`);
  return {
    title: oneLine(pull.requireText("title")),
    body: shownText(pull.text("body") ?? "", longestBody),
    author: writerOf(pull),
    url: pull.requireText("html_url"),
    head: {
      branch: head.requireText("ref"),
      commit: head.requireText("sha"),
      address: `${reference.server}/${owner}.git`,
    },
    since: compared.at("merge_base_commit").requireText("sha"),
    remarks: look.remarks.slice(-mostRemarks),
    left: Math.max(0, look.remarks.length - mostRemarks),
    failed: look.checks.items.filter(({ state }) => state === "failed"),
  };
}
