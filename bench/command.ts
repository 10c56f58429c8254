import { parseArgs } from "node:util";
import type { Part, PartResult } from "./part.ts";

export interface Surroundings {
  readonly parts: readonly Part[];
  readonly say: (line: string) => void;
}

/** `bench <part> [--rounds N] [--count N]`, and what numbers the part has besides; gives the exit code. */
export async function bench(argv: readonly string[], around: Surroundings): Promise<number> {
  const asked = parse(argv, new Set(around.parts.flatMap(({ numbers = {} }) => Object.keys(numbers))));
  if (asked.kind === "wrong") return refuse(asked.why, around);
  if (asked.name === undefined) return list(around);
  const part = around.parts.find((one) => one.name === asked.name);
  if (part === undefined) return refuse(`there is no part "${asked.name}"`, around);
  if (asked.count !== undefined && part.defaultCount === undefined)
    return refuse(`"${part.name}" has no --count`, around);

  const { numbers = {} } = part;
  const foreign = Object.keys(asked.numbers).find((name) => !(name in numbers));
  if (foreign !== undefined) return refuse(`"${part.name}" has no --${foreign}`, around);

  if ((asked.folder !== undefined) !== (part.takesFolder === true))
    return refuse(
      part.takesFolder === true ? `"${part.name}" needs a folder` : `"${part.name}" takes no folder`,
      around,
    );
  const folder = asked.folder === undefined ? {} : { folder: asked.folder };
  const counts = { rounds: asked.rounds ?? part.defaultRounds, count: asked.count ?? part.defaultCount ?? 1 };
  const result = await part.run({ ...counts, numbers: { ...numbers, ...asked.numbers }, ...folder, say: around.say });
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
  | {
      readonly kind: "asked";
      readonly name: string | undefined;
      readonly folder: string | undefined;
      readonly rounds: number | undefined;
      readonly count: number | undefined;
      readonly numbers: Readonly<Record<string, number>>;
    }
  | { readonly kind: "wrong"; readonly why: string };

function parse(argv: readonly string[], own: ReadonlySet<string>): Asked {
  try {
    const options = Object.fromEntries(["rounds", "count", ...own].map((name) => [name, { type: "string" as const }]));
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (positionals.length > 2) return { kind: "wrong", why: "one part at a time" };
    const numbers = new Map<string, number>();
    for (const [name, value] of Object.entries(values)) {
      if (own.has(name) && !/^\d{1,7}(?:\.\d{1,3})?$/.test(String(value)))
        return { kind: "wrong", why: `--${name} is a number` };
      if (!own.has(name) && !/^[1-9]\d{0,6}$/.test(String(value)))
        return { kind: "wrong", why: `--${name} is a whole number from 1` };
      numbers.set(name, Number(value));
    }
    const [rounds, count] = [numbers.get("rounds"), numbers.get("count")];
    return {
      kind: "asked",
      name: positionals[0],
      folder: positionals[1],
      rounds,
      count,
      numbers: Object.fromEntries([...numbers].filter(([name]) => own.has(name))),
    };
  } catch (error) {
    return { kind: "wrong", why: error instanceof Error ? error.message : String(error) };
  }
}

function refuse(why: string, around: Surroundings): number {
  around.say(why);
  list(around);
  return 2;
}

function list({ parts, say }: Surroundings): number {
  say("npm run bench -- <part> [--rounds N] [--count N]");
  for (const { name, summary, takesFolder, numbers = {} } of parts)
    say(
      `  ${(takesFolder === true ? `${name} FOLDER` : name).padEnd(14)} ${summary}${Object.keys(numbers)
        .map((own) => `; --${own}`)
        .join("")}`,
    );
  return 0;
}
