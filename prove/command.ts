import { parseArgs } from "node:util";
import type { Part, PartResult } from "./part.ts";

/** What the command line has at hand besides its arguments. */
export interface Surroundings {
  readonly parts: readonly Part[];
  readonly say: (line: string) => void;
  /** For a run that names no seed. */
  readonly freshSeed: () => number;
}

/** `prove <part> [--count N] [--seed S]`; gives the exit code. */
export async function prove(argv: readonly string[], around: Surroundings): Promise<number> {
  const asked = parse(argv);
  if (asked.kind === "wrong") return refuse(asked.why, around);
  if (asked.name === undefined) return list(around);
  const part = around.parts.find((one) => one.name === asked.name);
  if (part === undefined) return refuse(`there is no part "${asked.name}"`, around);

  const seed = asked.seed ?? around.freshSeed();
  const count = asked.count ?? part.defaultCount;
  around.say(`${part.name}: ${countWords(count)} from seed ${seed}`);
  const result = await part.run({ count, seed, say: around.say });
  for (const { seed: failed, what } of result.failures) {
    around.say(`FAILED ${what}\n  again: npm run prove -- ${part.name} --count 1 --seed ${failed}`);
  }
  around.say(lastLine(part.name, result));
  return isProven(result) ? 0 : 1;
}

function countWords(count: number): string {
  return count === Infinity ? "all tries" : `${count} tries`;
}

/** A part that tried nothing has shown nothing. */
function isProven(result: PartResult): boolean {
  return result.tried > 0 && result.failures.length === 0;
}

function lastLine(name: string, { tried, failures, figures }: PartResult): string {
  const failed = failures.length === 0 ? [] : [`failed ${failures.length}`];
  return `${name}: ${[`tried ${tried}`, ...failed, ...Object.entries(figures).map(([key, value]) => `${key} ${value}`)].join(", ")}`;
}

type Asked =
  | {
      readonly kind: "asked";
      readonly name: string | undefined;
      readonly count: number | undefined;
      readonly seed: number | undefined;
    }
  | { readonly kind: "wrong"; readonly why: string };

function parse(argv: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { count: { type: "string" }, seed: { type: "string" } },
      allowPositionals: true,
    });
    if (positionals.length > 1) return { kind: "wrong", why: "one part at a time" };
    if (isNoNumber(values.count) || values.count === "0")
      return { kind: "wrong", why: "--count is a whole number from 1" };
    if (isNoNumber(values.seed)) return { kind: "wrong", why: "--seed is a whole number" };
    return { kind: "asked", name: positionals[0], count: toNumber(values.count), seed: toNumber(values.seed) };
  } catch (error) {
    return { kind: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

function isNoNumber(text: string | undefined): boolean {
  return text !== undefined && !/^\d{1,10}$/.test(text);
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function refuse(why: string, around: Surroundings): number {
  around.say(why);
  list(around);
  return 2;
}

function list({ parts, say }: Surroundings): number {
  say("npm run prove -- <part> [--count N] [--seed S]");
  for (const part of parts) say(`  ${part.name.padEnd(14)} ${part.summary} (${countWords(part.defaultCount)})`);
  return 0;
}
