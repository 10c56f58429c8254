import { parseArgs } from "node:util";
import type { Part, PartResult } from "./part.ts";

export interface Surroundings {
  readonly parts: readonly Part[];
  readonly say: (line: string) => void;
}

/** `bench <part> [--rounds N] [--count N]`; gives the exit code. */
export async function bench(argv: readonly string[], around: Surroundings): Promise<number> {
  const asked = parse(argv);
  if (asked.kind === "wrong") return refuse(asked.why, around);
  if (asked.name === undefined) return list(around);
  const part = around.parts.find((one) => one.name === asked.name);
  if (part === undefined) return refuse(`there is no part "${asked.name}"`, around);
  if (asked.count !== undefined && part.defaultCount === undefined) return refuse(`"${part.name}" has no --count`, around);

  const result = await part.run({ rounds: asked.rounds ?? part.defaultRounds, count: asked.count ?? part.defaultCount ?? 1, say: around.say });
  around.say(lastLine(part.name, result));
  return isReached(result) ? 0 : 1;
}

/** Written as "not missed", a ratio that is no number would pass. */
function isReached({ ratio, target }: PartResult): boolean {
  if (target === undefined) return Number.isFinite(ratio);
  return "atMost" in target ? ratio <= target.atMost : ratio >= target.atLeast;
}

function lastLine(name: string, result: PartResult): string {
  const { ratio, target } = result;
  if (target === undefined) return `${name}: ratio ${ratio.toFixed(2)}`;
  const limit = "atMost" in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  return `${name}: ratio ${ratio.toFixed(2)} (${limit}: ${isReached(result) ? "reached" : "missed"})`;
}

type Asked =
  | { readonly kind: "asked"; readonly name: string | undefined; readonly rounds: number | undefined; readonly count: number | undefined }
  | { readonly kind: "wrong"; readonly why: string };

function parse(argv: readonly string[]): Asked {
  try {
    const options = { rounds: { type: "string" }, count: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (positionals.length > 1) return { kind: "wrong", why: "one part at a time" };
    for (const [name, value] of Object.entries(values)) {
      if (!/^[1-9]\d{0,6}$/.test(value)) return { kind: "wrong", why: `--${name} is a whole number from 1` };
    }
    return { kind: "asked", name: positionals[0], rounds: numberOf(values.rounds), count: numberOf(values.count) };
  } catch (error) {
    return { kind: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

function numberOf(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function refuse(why: string, around: Surroundings): number {
  around.say(why);
  list(around);
  return 2;
}

function list({ parts, say }: Surroundings): number {
  say("npm run bench -- <part> [--rounds N] [--count N]");
  for (const part of parts) say(`  ${part.name.padEnd(14)} ${part.summary}`);
  return 0;
}
