import type { LandingPlan } from "../../score/landing-plan.ts";
import type { CostPlan, IsolationPlan, Plan } from "../../score/plan.ts";
import type { Comparison } from "./comparison.ts";
import { type Effect, change, refuse } from "./effect.ts";
import { type WholeField, costFields, isolationFields, landingFields, planFields } from "./fields.ts";

/** Differences in what a score says of the job as a whole. */
export function wholeEffects({ job, now, next }: Comparison): readonly Effect[] {
  const plan = (Object.keys(planFields) as (keyof Plan)[]).flatMap((key) =>
    effectOf(planFields[key], now.plan[key], next.plan[key]),
  );
  const isolation = (Object.keys(isolationFields) as (keyof IsolationPlan)[])
    .filter((key) => now.idOf(now.plan.isolation[key]) !== next.idOf(next.plan.isolation[key]))
    .flatMap((key) => effectOf(isolationFields[key], now.plan.isolation[key], next.plan.isolation[key]));
  const cost = (Object.keys(costFields) as (keyof CostPlan)[]).flatMap((key) =>
    effectOf(costFields[key], now.plan.cost[key], next.plan.cost[key]),
  );
  // Some of these are lists and maps, which are the same where they mean the same.
  const landing = (Object.keys(landingFields) as (keyof LandingPlan)[])
    .filter((key) => now.idOf(now.plan.landing[key]) !== next.idOf(next.plan.landing[key]))
    .flatMap((key) => effectOf(landingFields[key], now.plan.landing[key], next.plan.landing[key]));
  const target = isSameTarget(job.target, now.plan.target, next.plan.target)
    ? []
    : [kept("target", now.plan.target, next.plan.target)];
  return [...target, ...plan, ...landing, ...cost, ...isolation];
}

function effectOf(field: WholeField, was: unknown, is: unknown): readonly Effect[] {
  if (field.rule === "apart" || was === is) return [];
  return [
    field.rule === "keeps"
      ? kept(field.word, was, is)
      : change(`${field.word}: ${valueText(is)} instead of ${valueText(was)}`),
  ];
}

function kept(word: string, was: unknown, is: unknown): Effect {
  return refuse(
    `${word} is ${valueText(is)} now and was ${valueText(was)}: a job keeps what it began with; run the score as a new job`,
  );
}

/** A branch may be named in full or not, and the one that the job found by itself may be named by now. */
function isSameTarget(found: string | null, was: string | null, is: string | null): boolean {
  if (was === is) return true;
  if (is === null) return false;
  return `refs/heads/${is.replace(/^refs\/heads\//, "")}` === found;
}

const longest = 60;

function valueText(value: unknown): string {
  if (value === null) return "not said";
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}
