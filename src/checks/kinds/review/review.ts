import { appendFile } from "node:fs/promises";
import { type AgentPlan, agentName } from "../../../score/plan/agents/agent-plan.ts";
import type { Review } from "../../../sheet/verdict.ts";
import { usedTogether, type Usage } from "../../../sheet/cost/usage.ts";
import type { Outcome, RunCheck } from "../../place.ts";
import { type ReadAnswer, type Weighed, readAnswer, reviewText, weigh } from "./answer.ts";
import { reviewPrompt } from "./ask.ts";
import { type Quality, qualityOf } from "./quality.ts";

/** A reviewer that gives no usable answer is asked once more. */
const mostAsked = 2;

/**
 * Passes when another agent approves of the change. Without an answer that can be read the change is not reviewed, and
 * does not pass.
 */
export const runReview: RunCheck<"review"> = async (rule, place, parts) => {
  const { agents, since } = place;
  // It is about the change, not about the tree that it is merged into: what was said of it once still holds.
  if (agents.reviewed !== null) return { kind: "passed", review: agents.reviewed };
  const { agent, isOwn } = reviewerOf(rule.agent, { cast: agents.cast, author: await agents.author() });
  const quality = await qualityOf(rule, parts, place);
  const about = {
    reviewer: agentName(agent),
    ...(isOwn ? { isOwn: true as const } : {}),
    rounds: rule.rounds,
    ...(quality === null || quality.score === null ? {} : { quality: quality.score }),
  };
  const parted = rule.since ?? null;
  const lines = await (parted === null ? since.lineChanges() : since.lineChangesSince(parted));
  if (lines === null) return unreviewed(about, `it has nothing in common with ${JSON.stringify(parted)}`);
  const changes = [...lines.values()];
  const prompt = reviewPrompt(rule, { task: await agents.task(), changes });
  const { path: log } = await place.keepOutput();
  let usage: Usage | null | undefined;
  let said: ReadAnswer = { kind: "none", why: "it was not asked" };
  for (let asked = 0; asked < mostAsked && said.kind === "none" && !place.cancel.aborted; asked++) {
    const answer = await agents.judge({ agent, prompt, timeoutMs: rule.timeoutMs, log, purpose: "review" });
    said = answer.kind === "said" ? readAnswer(answer.text) : { kind: "none", why: answer.why };
    usage = together(usage, answer.usage);
  }
  const spent = usage === undefined ? {} : { usage };
  if (said.kind === "none")
    return { ...unreviewed(about, `${about.reviewer} gave no answer: ${said.why}`), ...spent, log };
  const weighed = withTools(weigh(said.answer, rule, changes), rule.toolsThreshold, quality);
  await appendFile(log, `\n${reviewText(weighed)}\n`);
  const review: Review = {
    verdict: weighed.isApproved ? "approved" : "rework",
    score: weighed.score,
    scores: weighed.scores,
    blockers: weighed.blockers,
    comments: weighed.comments.length,
    ...about,
  };
  return weighed.isApproved
    ? { kind: "passed", review, ...spent }
    : { kind: "failed", reason: weighed.reasons.join("\n"), review, ...spent, log };
};

/** Tools that were asked for and could not be run show nothing, so a threshold is not reached. */
function withTools(weighed: Weighed, threshold: number | null, quality: Quality | null): Weighed {
  if (threshold === null || quality === null || (quality.score ?? -1) >= threshold) return weighed;
  const given = quality.score === null ? "no tool could be run" : `tools give ${String(quality.score)} of 100`;
  const [first = `the reviewer gives ${String(weighed.score)} of 100`, ...rest] = weighed.reasons;
  return {
    ...weighed,
    isApproved: false,
    reasons: [`${given}, and ${String(threshold)} are needed; ${first}`, ...rest, ...quality.lines],
  };
}

function unreviewed(
  about: Pick<Review, "reviewer" | "isOwn" | "rounds" | "quality">,
  why: string,
): Extract<Outcome, { kind: "failed" }> {
  const review: Review = { verdict: "unreviewed", score: null, scores: {}, blockers: 0, comments: 0, ...about };
  return {
    kind: "failed",
    reason: `not reviewed: ${why}`,
    hint: "tutti recover asks the reviewer again",
    review,
  };
}

/** Authors overlook their own mistakes: another of the sheet's agents goes first. */
function reviewerOf(
  named: AgentPlan | null,
  { author, cast }: { readonly author: AgentPlan; readonly cast: readonly AgentPlan[] },
): { readonly agent: AgentPlan; readonly isOwn: boolean } {
  const isAuthor = (agent: AgentPlan): boolean => agentName(agent) === agentName(author);
  const agent = named ?? cast.find((one) => !isAuthor(one)) ?? author;
  return { agent, isOwn: isAuthor(agent) };
}

function together(one: Usage | null | undefined, other: Usage | null | undefined): Usage | null | undefined {
  if (one === undefined) return other;
  if (other === undefined) return one;
  return one === null || other === null ? null : usedTogether(one, other);
}
