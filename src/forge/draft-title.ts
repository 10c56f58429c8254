import { titleOf } from "./text/title.ts";

/** GitLab and Gitea know a draft by how its title begins. */
const marks = /^\s*(?:(?:(?:draft|wip)\s*:|\[(?:draft|wip)\]|\(draft\))\s*)+/i;

export function withMark(title: string, mark: string, draft: boolean): string {
  return draft ? `${mark}${titleOf(withoutMark(title), mark.length)}` : withoutMark(title);
}

export function withoutMark(title: string): string {
  return title.replace(marks, "");
}
