import fc from "fast-check";
import { strategies } from "../../src/score/plan/agents/strategy.ts";
import type { ProfileAgent, WrittenAgent } from "../../src/score/schema/agent.ts";
import type { WrittenCommit } from "../../src/score/schema/commit.ts";
import type { WrittenCost } from "../../src/score/schema/cost.ts";
import type { Argv, Command } from "../../src/score/schema/fields.ts";
import type { WrittenRateLimit, WrittenRetry } from "../../src/score/schema/retry.ts";
import type { WrittenRule } from "../../src/score/schema/validation.ts";
import { argument, name, oneLine, someText } from "./any-text.ts";

const maxMs = 24 * 24 * 3_600_000;
export const duration = (least: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: least, max: maxMs }), fc.constantFrom(1_000, 90_000, 300_000, 7_200_000));
export const few = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(of, { maxLength: 3 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** An optional value may be absent, and then its key is too. */
export function map<T extends object>(
  parts: { [Key in keyof T]-?: fc.Arbitrary<Exclude<T[Key], undefined>> },
  required: readonly (keyof T & string)[],
): fc.Arbitrary<T> {
  return fc.record(parts, { requiredKeys: [...required] }) as fc.Arbitrary<object> as fc.Arbitrary<T>;
}

const argv: fc.Arbitrary<Argv> = fc
  .tuple(
    argument.filter((word) => word !== ""),
    few(argument),
  )
  .map(([first, rest]): Argv => [first, ...rest]);
const commandLine = argument.filter((line) => line.trim() !== "");
export const command: fc.Arbitrary<Command> = fc.oneof(
  commandLine,
  argv,
  commandLine.map((line): Argv => ["bash", "-c", line]),
);

const env = fc.dictionary(name, argument, { maxKeys: 3 }).map((entries) => ({ ...entries }));
export const agent: fc.Arbitrary<WrittenAgent> = fc.oneof(
  someText,
  map<ProfileAgent>({ use: someText, model: oneLine, args: few(argument), env, account: oneLine }, [
    "use",
    "args",
    "env",
  ]),
  fc.record({ command: argv, prompt: fc.constantFrom("stdin", "argument", "file" as const), env, once: fc.boolean() }),
);
export const rateLimit = map<WrittenRateLimit>({ wait: duration(1), patience: duration(0) }, []);
const dollars = fc.double({ min: 0, max: 1_000_000, minExcluded: true, noNaN: true });
export const cost = map<WrittenCost>({ per_sheet: dollars, per_job: dollars, warn_at: share }, []);

export const retry = map<WrittenRetry>(
  {
    attempts: fc.integer({ min: 1, max: 100 }),
    goes_on: fc.boolean(),
    efforts: few(fc.constantFrom(...strategies)),
    base_delay: duration(0),
    max_delay: duration(0),
    factor: fc.double({ min: 1, max: 100, noNaN: true }),
    jitter: fc.boolean(),
    completions: fc.nat(100),
    completion_delay: duration(0),
    completion_threshold: share,
    conflicts: fc.nat(100),
  },
  [],
);

const trailers = fc.dictionary(fc.constantFrom("Ticket", "X-1", "no", "1"), oneLine).map((entries) => ({ ...entries }));
export const commit = map<WrittenCommit>(
  { type: oneLine, scope: oneLine, summary: oneLine, body: someText, trailers, co_authors: few(oneLine) },
  [],
);

const terms = {
  when: someText,
  description: oneLine,
  stage: fc.integer({ min: 1, max: 100 }),
  retries: fc.nat(20),
  retry_delay: duration(0),
};
const term = ["stage", "retries"] as const;
const onFile = fc.oneof(
  fc.record({ file_exists: someText }),
  fc.record({ file_modified: someText }),
  fc.record({ file_unchanged_since: fc.record({ path: someText, since: fc.oneof(fc.constant("base"), someText) }) }),
  fc.record({ content_contains: fc.record({ path: someText, text: someText }) }),
  fc.record({ content_regex: fc.record({ path: someText, pattern: someText }) }),
  fc.record({
    json_path: fc.record({ path: someText, query: someText, that: fc.oneof(fc.constant("count > 0"), someText) }),
  }),
  fc.record({ diff_within: few(someText) }),
);
type Findings = NonNullable<WrittenRule["findings"]>;
const goal = map<NonNullable<Findings["fixes"]>>(
  {
    files: few(someText),
    codes: few(someText),
    severity: fc.constantFrom("error", "warning", "info"),
    most: fc.integer({ min: 1, max: 9 }),
    partial: fc.boolean(),
  },
  ["files", "codes", "partial"],
);
const format = fc.constantFrom<NonNullable<Findings["format"]>>("sarif", "lines", "checkstyle", "junit", "github");
const findings = map<Findings>(
  {
    command,
    tool: someText,
    format,
    pattern: someText,
    changed: few(someText),
    fixes: goal,
    ignore: few(someText),
    silencers: few(someText),
    configs: few(someText),
  },
  ["command", "ignore", "silencers", "configs"],
).map(
  ({ format: written, ...rest }): Findings =>
    rest.pattern === undefined && written !== undefined ? { ...rest, format: written } : rest,
);
const judge = map<NonNullable<WrittenRule["llm_judge"]>>(
  {
    criteria: someText,
    agent,
    threshold: fc.oneof(fc.constant(70), fc.double({ min: 0, max: 100, noNaN: true })),
    files: few(someText),
  },
  ["criteria", "threshold", "files"],
);
const points = { correctness: fc.integer({ min: 0, max: 100 }), security: fc.integer({ min: 0, max: 100 }) };
export const review = fc.record(
  {
    agent,
    criteria: fc.array(someText, { minLength: 1, maxLength: 3 }),
    threshold: fc.integer({ min: 0, max: 100 }),
    least: fc.record(points, { requiredKeys: [] }),
    weights: fc.record(points, { requiredKeys: [] }),
    rounds: fc.integer({ min: 0, max: 10 }),
  },
  { requiredKeys: [] },
);
const program = fc.oneof(fc.record({ command }), fc.record({ findings }));
const join = ([check, rest]: readonly [object, object]): WrittenRule => ({ ...rest, ...check }) as WrittenRule;
export const rule: fc.Arbitrary<WrittenRule> = fc.oneof(
  fc.tuple(onFile, fc.record(terms, { requiredKeys: [...term] })).map(join),
  fc
    .tuple(program, fc.record({ ...terms, timeout: duration(1), cwd: someText }, { requiredKeys: [...term] }))
    .map(join),
  fc
    .tuple(fc.record({ llm_judge: judge }), fc.record({ ...terms, timeout: duration(1) }, { requiredKeys: [...term] }))
    .map(join),
);
