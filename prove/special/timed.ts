import { kill } from "../census.ts";
import type { Playground } from "../playground.ts";
import { type End, startTutti } from "../tutti.ts";

export interface Timed extends End {
  readonly tookMs: number;
}

/** A command that is killed when it takes longer than that: then its code is `null`. */
export async function timed(ground: Playground, args: readonly string[], limitMs: number): Promise<Timed> {
  const begun = performance.now();
  const running = startTutti(ground, args);
  const timer = setTimeout(() => {
    kill(running.pid);
  }, limitMs);
  const end = await running.ended.finally(() => {
    clearTimeout(timer);
  });
  return { ...end, tookMs: performance.now() - begun };
}

/**
 * How long an answer may take beyond what the same program takes to say how the conductor is: to start it costs time on
 * a busy machine.
 */
const answerMs = 2_000;

export interface Answer {
  readonly end: Timed;
  /** What it took beyond that. */
  readonly beyondMs: number;
  readonly wrong: readonly string[];
}

export async function answered(ground: Playground, args: readonly string[]): Promise<Answer> {
  const before = await timed(ground, ["conductor-status"], 60_000);
  const end = await timed(ground, args, 60_000);
  const beyondMs = Math.max(0, end.tookMs - before.tookMs);
  const what = `tutti ${args[0] ?? ""}`;
  const wrong = [
    ...(end.code === null
      ? [`${what} was still silent after a minute`]
      : end.code === 0
        ? []
        : [`${what} ended with ${String(end.code)}: ${end.said.trim().slice(0, 300)}`]),
    ...(beyondMs > answerMs
      ? [`${what} took ${String(Math.round(beyondMs))} ms longer than a command that only looks`]
      : []),
  ];
  return { end, beyondMs, wrong };
}
