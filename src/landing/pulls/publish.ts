import { branchName } from "../../base/text.ts";
import type { CommitSha } from "../../base/ids.ts";
import { bringBranch, commitOn, pullRequestBranch } from "./branch.ts";
import type { Head as Origin, PullRequest } from "../../forge/forge.ts";
import { type PullRequestFacts, pullRequestTexts, withFacts } from "../../forge/text/texts.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { Head, Proven } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { agentName } from "../../score/plan/agents/agent-plan.ts";
import type { FilledPullRequest } from "../../score/plan/landing-plan.ts";
import { emptyScene } from "../../score/resolve/scene.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { resultsOf } from "../../sheet/verdict.ts";
import { type Equipment, resolverOf, workspaceOf } from "../../conductor/equipment/equipment.ts";
import { type PullHistory, historyOf } from "./history.ts";
import type { PullSite } from "./site.ts";

/** A result that is to be seen by others. */
interface Publishing {
  readonly hands: LandingHands;
  readonly head: Head;
  readonly proven: Proven;
  /** `null`: the sheet succeeded, and the pull request is to be merged. */
  readonly failed: string | null;
  readonly wants: () => boolean;
  readonly record: (events: readonly SheetEvent[]) => Promise<void>;
}

/** Pushes a result, and opens or updates its pull request. Repeated after a crash, it opens no second one. */
export async function publish(site: PullSite, publishing: Publishing): Promise<void> {
  const { equipment, forge, fork } = site;
  const { head, proven, record } = publishing;
  const { job, sheet } = proven.layer.candidate;
  const branch = pullRequestBranch(job.id, sheet.id, job.managed);
  const history = await readHistory(site, sheet.id);
  const origin: Origin = { branch, fork };
  const open = await forge.find(origin);
  if (open === undefined && (await wasClosed(site, history))) return sayClosed(site, history, publishing);
  const landed = await commitOn(publishing.hands, site.ref, { head, proven });
  const intend = (commit: CommitSha): Promise<boolean> => intended(site, publishing, { branch, commit });
  const brought = await bringBranch(site, { ...publishing, landed, branch, history, intend });
  if (brought === undefined) return;
  const pull =
    open === undefined
      ? await opened(site, { publishing, landed: brought, history, origin })
      : await updated(site, { publishing, landed: brought, history, open });
  for (const trouble of pull.troubles) equipment.notice(`${sheet.id}: ${trouble}`);
  if (publishing.failed !== null) equipment.notice(`${sheet.id} failed; what it did is shown as a draft: ${pull.url}`);
  const { number, url } = pull;
  const proposed: SheetEvent = {
    kind: "proposed",
    at: equipment.world.now(),
    pull: { number, url, branch },
    commit: brought.commit,
  };
  // Words that were heard before are not heard again.
  const heard: readonly SheetEvent[] =
    history.cursor === null ? [] : [{ kind: "heard", at: equipment.world.now(), cursor: history.cursor }];
  await record([proposed, ...heard]);
}

async function readHistory(
  { equipment, job }: PullSite,
  sheet: Parameters<typeof pullRequestBranch>[1],
): Promise<PullHistory> {
  return historyOf((await equipment.records.past.events(job.id, sheet)).map(({ event }) => event));
}

async function intended(
  { equipment }: PullSite,
  { wants, record, failed }: Publishing,
  to: { branch: string; commit: CommitSha },
): Promise<boolean> {
  // No await from here to the intent: no one can change their mind in between.
  if (!wants()) return false;
  await record([
    { kind: "proposing", at: equipment.world.now(), ...to, ...(failed === null ? {} : { ofFailed: true as const }) },
  ]);
  return true;
}

/** It was closed meanwhile: that is an answer, and no second one is opened. */
async function wasClosed({ forge }: PullSite, { pull }: PullHistory): Promise<boolean> {
  return pull !== null && (await forge.look(pull, null)).state === "closed";
}

async function sayClosed(
  { equipment }: PullSite,
  { pull }: PullHistory,
  { proven, record }: Publishing,
): Promise<void> {
  if (pull === null) return;
  const at = equipment.world.now();
  await record([
    { kind: "proposed", at, pull, commit: proven.layer.candidate.capture },
    { kind: "closed", at },
  ]);
}

interface Telling {
  readonly publishing: Publishing;
  readonly landed: Landed;
  readonly history: PullHistory;
}

async function opened(site: PullSite, telling: Telling & { readonly origin: Origin }): Promise<PullRequest> {
  const { forge, plan, ref } = site;
  const { origin, publishing } = telling;
  const base = branchName(ref);
  const draft = plan.draft || publishing.failed !== null;
  return forge.open({ head: origin, base, ...(await written(site, telling)), labels: plan.labels, draft });
}

/** People's title and text stay; Tutti's facts are renewed. One that showed a failure starts anew. */
async function updated(site: PullSite, telling: Telling & { readonly open: PullRequest }): Promise<PullRequest> {
  const { forge, plan } = site;
  const { open, landed, history, publishing } = telling;
  const isAnew = publishing.failed !== null || history.isOfFailed;
  if (!isAnew) return forge.update(open, { body: withFacts(open.body, factsOf(landed)) });
  return forge.update(open, {
    ...(await written(site, telling)),
    labels: plan.labels,
    draft: plan.draft || publishing.failed !== null,
  });
}

async function written(
  { equipment }: PullSite,
  { publishing, landed, history }: Telling,
): Promise<{ readonly title: string; readonly body: string }> {
  const message = (await publishing.hands.objects.readCommit(landed.commit)).message.toString("utf8");
  const { words } = history;
  return textsFor({
    landed,
    message,
    words,
    filled: filledFor(equipment, landed.candidate, words),
    failed: publishing.failed,
  });
}

/** A text that can't be filled in must not cost a pull request. */
function filledFor(equipment: Equipment, { job, sheet, agent }: Candidate, words: string | null): FilledPullRequest {
  const workspace = workspaceOf(equipment, job);
  const scene = {
    ...emptyScene(workspace, workspace),
    agent: agentName(agent),
    ...(words === null ? {} : { summary: words }),
  };
  const said = resolverOf(job.plan).pullRequest(sheet, scene);
  if (said?.kind === "means") return said.value;
  if (said !== null)
    equipment.notice(
      `${sheet.id}: landing.pull_request.${said.key} could not be filled in, and is said otherwise: ${said.why}`,
    );
  return { title: null, body: null };
}

/** The facts that a pull request is written from. */
export interface Saying {
  readonly landed: Landed;
  /** Of the commit. */
  readonly message: string;
  /** The agent's last words; `null`: it said none. */
  readonly words: string | null;
  /** The score's texts. */
  readonly filled: FilledPullRequest;
  /** Why the sheet failed; `null`: it did not. */
  readonly failed: string | null;
}

/** From the score, else from the agent's last message, else from the commit. */
export function textsFor(saying: Saying): { readonly title: string; readonly body: string } {
  const { landed, words, failed, filled } = saying;
  const message = messageParts(saying.message);
  const said = words === null ? null : spoken(words);
  const title = filled.title ?? said?.title ?? message.subject;
  const body = [filled.body ?? said?.body ?? message.body, ...landed.flags.map((flag) => `**Note:** ${flag}`)]
    .filter((part) => part !== "")
    .join("\n\n");
  const facts = factsOf(landed);
  if (failed === null) return pullRequestTexts({ ...facts, title, body });
  return pullRequestTexts({
    ...facts,
    title: `Failed: ${title}`,
    body: `**This did not meet its definition of done:** ${failed}\n\n${body}`,
  });
}

/** The facts that Tutti itself knows of it. */
export function factsOf({ candidate, parent, commit, gates }: Landed): PullRequestFacts {
  const { job, sheet, attempt, agent, verdict, spent } = candidate;
  const own = resultsOf(verdict).map(({ description, passed, skipped, reason }) => ({
    description,
    outcome: passed ? ("passed" as const) : skipped === true ? ("skipped" as const) : ("failed" as const),
    reason,
  }));
  const asked = gates.map(({ name, passed, reason }) => ({
    description: `gate ${name}`,
    outcome: passed ? ("passed" as const) : ("failed" as const),
    reason,
  }));
  return {
    job: job.id,
    sheet: sheet.id,
    attempt,
    agent: agentName(agent),
    base: parent,
    commit,
    validations: [...own, ...asked],
    usd: spent.usd,
    unpriced: spent.unknown,
  };
}

/** A first line that stands alone makes a title; "Done." does not. */
function spoken(words: string): { readonly title: string | null; readonly body: string } {
  const [first = "", ...rest] = words.trim().split("\n");
  const line = first
    .replace(/^#+\s*|^\*\*(?=.*\*\*$)/, "")
    .replace(/\*\*$/, "")
    .replace(/[.:]$/, "")
    .trim();
  const isTitle =
    line.length >= shortestTitle && line.length <= longestTitle && (rest.length === 0 || rest[0]?.trim() === "");
  return { title: isTitle ? line : null, body: isTitle && rest.length > 0 ? rest.join("\n").trim() : words.trim() };
}

const shortestTitle = 10;
const longestTitle = 72;

/** Without the trailers, which are for machines. */
function messageParts(message: string): { readonly subject: string; readonly body: string } {
  const [subject = "", ...paragraphs] = message.trim().split(/\n{2,}/);
  const prose = /^Tutti-[A-Za-z]+: /m.test(paragraphs.at(-1) ?? "") ? paragraphs.slice(0, -1) : paragraphs;
  return { subject, body: prose.join("\n\n") };
}
