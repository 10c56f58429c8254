import { branchName } from "../../base/text.ts";
import { messageOf } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Hands, OpenPull, PullSeen } from "../../conductor/hands.ts";
import type { Check, PullState, Remark } from "../../forge/forge.ts";
import { isAncestor } from "../../git/refs/refs.ts";
import type { Candidate } from "../candidate.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import { type PullGround, openPullGround } from "./propose.ts";
import { fetchTarget, headAt } from "./site.ts";
import { layerOn } from "../merge/layer.ts";

/** Looks at pull requests, and decides what that means for their sheets. A failed look does not stop the others. */
export function pullWatcher(equipment: Equipment): Hands["lookAtPulls"] {
  return async (job, open) => {
    const { pullRequest: plan } = job.plan.landing;
    if (plan === null || open.length === 0) return [];
    const on = await openPullGround(equipment, job, plan);
    const seen: PullSeen[] = [];
    for (const one of open) {
      const missed = { sheet: one.sheet.id, now: null, event: null };
      seen.push(await lookAt(on, one).catch((error: unknown) => ({ ...missed, trouble: messageOf(error) })));
    }
    return seen;
  };
}

async function lookAt(on: PullGround, one: OpenPull): Promise<PullSeen> {
  const { site } = on;
  const look = await site.forge.look(one.state.pull, one.state.heard);
  const { state, changesRequested, mergeable } = look;
  return {
    sheet: one.sheet.id,
    now: { state, checks: look.checks.state, changesRequested, mergeable },
    event: await eventFor(on, one, look),
    trouble: null,
  };
}

/** `null`: nothing has to be said of it. */
async function eventFor(on: PullGround, one: OpenPull, look: PullState): Promise<SheetEvent | null> {
  const at = on.site.equipment.world.now();
  const { cursor } = look;
  const feedback = feedbackIn(look, one.state.commit);
  switch (feedback.kind) {
    case "merged": {
      const commit = await mergedAs(on, one, feedback.commit);
      return commit === undefined ? null : { kind: "merged", at, commit };
    }
    case "closed":
      return { kind: "closed", at };
    case "returned":
      return { kind: "returned", at, why: feedback.why, text: feedback.text, cursor };
    case "conflict": {
      const text = await conflictOf(on, one);
      return text === undefined ? null : { kind: "returned", at, why: "conflict", text, cursor };
    }
    case "heard":
      return { kind: "heard", at, cursor };
    case "nothing":
      return null;
  }
}

/** It is merged when the target contains it, which may take a moment. */
async function mergedAs(
  { site }: PullGround,
  { state }: OpenPull,
  said: CommitSha | null,
): Promise<CommitSha | undefined> {
  const { equipment, job, home } = site;
  const newer = await fetchTarget(equipment, job, home);
  for (const older of [...(said === null ? [] : [said]), state.commit]) {
    if (await isAncestor(equipment.git, equipment.store.gitDir, { older, newer })) return older;
  }
  return undefined;
}

/** `undefined`: no conflict. */
async function conflictOf({ site, hands }: PullGround, { sheet, state, agent }: OpenPull): Promise<string | undefined> {
  const { attempt, base, capture, verdict, counts } = state;
  const about = { job: site.job, sheet, attempt, base, capture, verdict, agent, spent: counts.spent };
  const candidate: Candidate = { ...about, isReviewed: true, intent: null };
  const head = await headAt(hands, await fetchTarget(site.equipment, site.job, site.home));
  // The server merges as git does: another way to merge is none to it.
  const outcome = await layerOn(hands, candidate, { below: head.tree, head });
  if (outcome.kind !== "conflict") return undefined;
  const { paths, brief } = outcome.conflict;
  return [
    `It conflicts with ${branchName(site.ref)} in ${paths.slice(0, mostPaths).join(", ")}.`,
    ...(brief === null ? [] : [brief]),
  ].join("\n\n");
}

const mostPaths = 50;

/** The consequence of a look; some still need git's answer. */
type Feedback =
  | { readonly kind: "merged"; readonly commit: CommitSha | null }
  | { readonly kind: "closed" }
  | { readonly kind: "returned"; readonly why: "checks" | "review"; readonly text: string }
  /** The server says so; merging tells. */
  | { readonly kind: "conflict" }
  | { readonly kind: "heard" }
  | { readonly kind: "nothing" };

/**
 * Only members' remarks ask for another attempt, and none that come with an approval: anyone may comment on a public
 * repository. Checks count for the last pushed commit; right after a push the server may still report the one before.
 */
export function feedbackIn(look: PullState, pushed: CommitSha): Feedback {
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
  const failed = `The check ${name} failed${url === null ? "" : ` (${url})`}.`;
  return excerpt === null ? failed : `${failed}\n${excerpt}`;
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
