import type { Check, PullState, Remark } from "../../../forge/forge.ts";
import type { CommitSha } from "../../../base/ids.ts";

/** What a look at a pull request asks for; what has to be found out first is still a question. */
export type Heard =
  | { readonly kind: "merged"; readonly commit: CommitSha | null }
  | { readonly kind: "closed" }
  | { readonly kind: "returned"; readonly why: "checks" | "review"; readonly text: string }
  /** The server says so; merging tells. */
  | { readonly kind: "conflict" }
  | { readonly kind: "heard" }
  | { readonly kind: "nothing" };

/**
 * Only members' words ask for another attempt, and not those of who approves: anybody may comment on a public
 * repository. Checks count for the commit that was pushed last; right after a push the server may still speak of the
 * one before.
 */
export function heardIn(look: PullState, pushed: CommitSha): Heard {
  if (look.state === "merged") return { kind: "merged", commit: look.merged };
  if (look.state === "closed") return { kind: "closed" };
  const wishes = look.remarks.filter(({ isByMember, isApproval }) => isByMember && isApproval !== true);
  const failed = look.head === pushed ? look.checks.items.filter(({ state }) => state === "failed") : [];
  if (wishes.length > 0)
    return { kind: "returned", why: "review", text: bounded([...wishes.map(remarkText), ...failed.map(checkText)]) };
  if (failed.length > 0) return { kind: "returned", why: "checks", text: bounded(failed.map(checkText)) };
  if (look.mergeable === "conflict" && look.head === pushed) return { kind: "conflict" };
  return look.remarks.length > 0 ? { kind: "heard" } : { kind: "nothing" };
}

function remarkText({ author, path, line, text }: Remark): string {
  const where = path === null ? "" : ` on ${path}${line === null ? "" : `, line ${String(line)}`}`;
  return `${author}${where}:\n${text}`;
}

function checkText({ name, url, excerpt }: Check): string {
  return [`The check ${name} failed${url === null ? "" : ` (${url})`}.`, ...(excerpt === null ? [] : [excerpt])].join(
    "\n",
  );
}

/** It goes into a prompt and into the journal. */
const longestText = 16_000;
const longestPart = 6_000;

function bounded(parts: readonly string[]): string {
  const shown: string[] = [];
  let left = longestText;
  for (const part of parts) {
    const text = part.length <= longestPart ? part : `${part.slice(0, longestPart).toWellFormed()} […]`;
    if (text.length > left)
      return [...shown, `[and ${String(parts.length - shown.length)} more that are not shown]`].join("\n\n");
    shown.push(text);
    left -= text.length;
  }
  return shown.join("\n\n");
}
