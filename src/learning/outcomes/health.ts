import { fates, type Outcome } from "./outcome.ts";

/** The parts of a job's health, each from 0 to 1 but the time; `null`: nothing is known of it. */
export interface Vitals {
  /** Share of ended attempts that count whose result landed. */
  readonly success: number | null;
  /** Share of them that failed, were rejected or undone. */
  readonly errors: number | null;
  /** Mean time of an agent. */
  readonly agentMs: number | null;
  /** Share of reviewed results that were approved the first time. */
  readonly approvals: number | null;
  /** Mean score of quality tools, else of reviews. */
  readonly quality: number | null;
}

export interface Health {
  /** 0 to 100; `null`: nothing is known. */
  readonly score: number | null;
  readonly state: "healthy" | "degraded" | "critical" | "unknown";
  readonly vitals: Vitals;
  readonly alerts: readonly string[];
}

const weights: Readonly<Record<keyof Vitals, number>> = {
  success: 0.3,
  errors: 0.25,
  agentMs: 0.2,
  approvals: 0.15,
  quality: 0.1,
};

const [fastMs, slowMs] = [60_000, 600_000];
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** How good a value is, 0 to 1. */
const goodness: { readonly [Key in keyof Vitals]: (value: number) => number } = {
  success: clamp,
  errors: (share) => 1 - clamp(share),
  agentMs: (ms) => clamp((slowMs - ms) / (slowMs - fastMs)),
  approvals: clamp,
  quality: clamp,
};

/** The weighted mean of what is known: a missing part takes its weight with it. */
export function scoreOf(vitals: Vitals): number | null {
  const known = (Object.keys(weights) as (keyof Vitals)[]).flatMap((key) => {
    const value = vitals[key];
    return value === null ? [] : [{ weight: weights[key], good: goodness[key](value) }];
  });
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return Math.round((10_000 * known.reduce((sum, { weight, good }) => sum + weight * good, 0)) / total) / 100;
}

export function stateOf(score: number | null): Health["state"] {
  if (score === null) return "unknown";
  return score >= 80 ? "healthy" : score >= 60 ? "degraded" : "critical";
}

const limits: readonly (readonly [keyof Vitals, (value: number) => boolean, string])[] = [
  ["success", (share) => share < 0.85, "fewer than 85 % of attempts land"],
  ["errors", (share) => share > 0.15, "more than 15 % of attempts fail"],
  ["agentMs", (ms) => ms > 300_000, "agents take more than 5 minutes on average"],
  ["approvals", (share) => share < 0.7, "fewer than 70 % of results are approved the first time"],
  ["quality", (share) => share < 0.7, "the quality is below 70"],
];

/** An alert needs two windows in a row that are both beyond the limit: one bad attempt is no trend. */
const windowSize = 5;

/** One attempt, and what a reviewer and tools said of its result. */
export interface Sign extends Pick<Outcome, "fate" | "agentMs"> {
  /** `null`: not reviewed. */
  readonly isApproved: boolean | null;
  /** 0 to 1. */
  readonly quality: number | null;
}

/** Of the attempts of a job, oldest first. */
export function healthOf(signs: readonly Sign[]): Health {
  const vitals = vitalsOf(signs);
  const score = scoreOf(vitals);
  const counted = signs.filter(({ fate }) => fates[fate] !== null);
  const windows = [counted.slice(-2 * windowSize, -windowSize), counted.slice(-windowSize)];
  const isSustained = counted.length >= 2 * windowSize;
  const alerts = limits.flatMap(([key, isBeyond, words]) => {
    const values = windows.map((window) => vitalsOf(window)[key]);
    return isSustained && values.every((value) => value !== null && isBeyond(value)) ? [words] : [];
  });
  return { score, state: stateOf(score), vitals, alerts };
}

function vitalsOf(signs: readonly Sign[]): Vitals {
  const counted = signs.filter(({ fate }) => fates[fate] !== null);
  const landed = counted.filter(({ fate }) => fate === "landed").length;
  const reviewed = signs.flatMap(({ isApproved }) => isApproved ?? []);
  return {
    success: counted.length === 0 ? null : landed / counted.length,
    errors: counted.length === 0 ? null : 1 - landed / counted.length,
    agentMs: mean(signs.flatMap(({ agentMs }) => agentMs ?? [])),
    approvals: reviewed.length === 0 ? null : reviewed.filter(Boolean).length / reviewed.length,
    quality: mean(signs.flatMap(({ quality }) => quality ?? [])),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
