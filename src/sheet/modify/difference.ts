import { type AgentPlan, agentName } from "../../score/plan/agents/agent-plan.ts";
import { type Plan, type RetryPolicy, type SheetPlan, usualPatienceMs } from "../../score/plan/plan.ts";
import { durationText } from "../../score/duration.ts";
import type { Comparison, Pair } from "./comparison.ts";
import { sheetFields } from "./fields.ts";

/** The difference in one field of a sheet, in a few words. Values of an agent's environment are never printed. */
export function difference({ now, next }: Comparison, { was, is }: Pair, key: keyof SheetPlan): string {
  const { word } = sheetFields[key];
  switch (key) {
    case "timeoutMs":
    case "idleMs":
      return `${word} ${spanText(was[key])} → ${spanText(is[key])}`;
    case "retry":
      return retryText(was.retry, is.retry);
    case "after":
      return `${word} (${linkText(was.after, is.after)})`;
    case "prompt":
      return `${word} (${promptText(textOf(now.plan, was), textOf(next.plan, is))})`;
    case "extensions":
    case "files":
    case "preconditions":
    case "validations":
      return was[key].length === is[key].length
        ? word
        : `${word} (${String(was[key].length)} → ${String(is[key].length)})`;
    case "agent":
      return `${word}${agentText([was.agent], [is.agent])}`;
    case "fallbacks":
      return `${word}${agentText(was.fallbacks, is.fallbacks)}`;
    case "id":
    case "title":
    case "numbers":
    case "skipWhen":
    case "skipCommand":
    case "message":
    case "routed":
    case "work":
    case "follows":
    case "contest":
    case "worker":
      return word;
  }
}

/** Where only what a name does not tell is different, there is no more to say. */
function agentText(was: readonly AgentPlan[], is: readonly AgentPlan[]): string {
  const [before, after] = [was, is].map((agents) => agents.map(agentName).join(", ") || "none");
  return before === after ? "" : ` ${before ?? ""} → ${after ?? ""}`;
}

function spanText(ms: number | null): string {
  return ms === null ? "none" : durationText(ms);
}

function retryText(before: RetryPolicy, after: RetryPolicy): string {
  const [was, is] = [before, after].map((policy) => ({
    ...policy,
    limitPatienceMs: policy.limitPatienceMs ?? usualPatienceMs,
  })) as [RetryPolicy, RetryPolicy];
  const keys = Object.keys(is) as (keyof RetryPolicy)[];
  return keys
    .filter((key) => was[key] !== is[key])
    .map((key) => `${limitWords[key] ?? `retry.${snake(key)}`} ${retryValue(key, was)} → ${retryValue(key, is)}`)
    .join(", ");
}

/** The settings that a score writes under another key. */
const limitWords: Readonly<Partial<Record<keyof RetryPolicy, string>>> = {
  limitWaitMs: "rate_limit.wait",
  limitPatienceMs: "rate_limit.patience",
};

function retryValue(key: keyof RetryPolicy, policy: RetryPolicy): string {
  return key.endsWith("Ms") ? spanText(policy[key] as number) : String(policy[key]);
}

/** As a score writes it. */
function snake(key: string): string {
  return key.replace(/Ms$/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function linkText(was: readonly string[], is: readonly string[]): string {
  const gone = was.filter((id) => !is.includes(id)).map((id) => `−${id}`);
  const come = is.filter((id) => !was.includes(id)).map((id) => `+${id}`);
  return [...come, ...gone].join(", ") || "said twice";
}

function textOf(plan: Plan, sheet: SheetPlan): string {
  return plan.texts[sheet.prompt]?.text ?? "";
}

function promptText(was: string, is: string): string {
  const lines = is.split("\n");
  const before = was.split("\n");
  const first = lines.findIndex((line, number) => line !== before[number]);
  if (was === is) return "in what it includes";
  return `from line ${String((first < 0 ? lines.length : first) + 1)} on`;
}
