import { sandboxLevels } from "../../src/score/plan/sandbox.ts";
import fc from "fast-check";
import { routingOrders } from "../../src/score/plan/agents/routing-plan.ts";
import { healingModes, type RemedyCode, remedyCodes } from "../../src/score/healing/codes.ts";
import { containerNetworks, pullPolicies } from "../../src/score/plan/container.ts";
import { isolationLevels } from "../../src/score/plan/levels.ts";
import { channelTypes, topics, type Topic, usualTopics } from "../../src/score/notifications/wish.ts";
import type { Argv, Command } from "../../src/score/schema/fields.ts";
import type {
  WrittenCommandStep,
  WrittenConcert,
  WrittenLifecycle,
  WrittenScoreStep,
  WrittenStep,
} from "../../src/score/follow/schema.ts";
import type { WrittenGate } from "../../src/score/schema/gate.ts";
import { type WrittenIsolation, usualIsolation } from "../../src/score/schema/contexts/isolation.ts";
import { type WrittenBatch, type WrittenLanding, usualLanding } from "../../src/score/schema/landing.ts";
import type { WrittenPullRequest } from "../../src/score/schema/pull-request.ts";
import type { Score } from "../../src/score/schema/score.ts";
import type { Extension, Injection, WrittenSheet } from "../../src/score/schema/sheet.ts";
import { agent, command, commit, cost, duration, few, map, rateLimit, retry, review, rule } from "./any-rule.ts";
import { anyText, key, name, oneLine, someText } from "./any-text.ts";

/** A score as its schema gives it, and its variables with the keys they were written with. */
export interface AnyScore {
  readonly score: Score;
  readonly variables: ReadonlyMap<string, unknown>;
}

const extension: fc.Arbitrary<Extension> = fc.oneof(fc.record({ text: someText }), fc.record({ file: someText }));
const as = fc.constantFrom("context", "skill", "tool" as const);
const injection: fc.Arbitrary<Injection> = fc.oneof(
  fc.record({ file: someText, as }),
  fc.record({ directory: someText, as }),
);

const perSheet = {
  prompt: anyText,
  prompt_file: someText,
  prompt_extensions: few(extension),
  agent,
  fallbacks: few(agent),
  retry,
  rate_limit: rateLimit,
  worker: few(someText),
  commit,
  review: fc.oneof(fc.boolean(), review),
  timeout: duration(1),
  idle_timeout: fc.oneof(fc.constant("none" as const), duration(1)),
  preconditions: few(rule),
  validations: few(rule),
};
const lists = ["prompt_extensions", "preconditions", "validations"] as const;

const stepTerms = { required: fc.boolean(), description: oneLine };
const step: fc.Arbitrary<WrittenStep> = fc.oneof(
  map<WrittenScoreStep>(
    {
      score: someText,
      variables: fc.constantFrom({ a: 1 }, { b: "{{ name }}" }),
      repo: someText,
      workspace: someText,
      fresh: fc.boolean(),
      detached: fc.boolean(),
      hold: fc.boolean(),
      ...stepTerms,
    },
    ["score", "fresh", "detached", "hold", "required"],
  ),
  map<WrittenCommandStep>(
    { run: command, cwd: someText, timeout: duration(1), repeatable: fc.boolean(), ...stepTerms },
    ["run", "repeatable", "required"],
  ),
);
const follows = { on_success: few(step), on_failure: few(step), on_complete: few(step) };

const count = fc.integer({ min: 1, max: 1_000 });
const sheet = map<WrittenSheet>(
  {
    id: someText,
    title: oneLine,
    kind: oneLine,
    labels: few(someText),
    paths: few(someText),
    after: few(someText),
    fan_out: count,
    best_of: map<NonNullable<WrittenSheet["best_of"]>>(
      { count: fc.integer({ min: 2, max: 16 }), agents: fc.array(agent, { minLength: 1, maxLength: 3 }), judge: agent },
      [],
    ),
    items: fc.record({
      total: count,
      size: fc.constantFrom(1, 5),
      start: fc.constantFrom(1, 7),
      sequential: fc.boolean(),
    }),
    item_range: fc.tuple(count, count),
    skip_when: someText,
    skip_when_command: map<NonNullable<WrittenSheet["skip_when_command"]>>(
      {
        command,
        timeout: duration(1),
        description: oneLine,
        on_timeout: fc.constantFrom("fail" as const, "play" as const),
      },
      ["command"],
    ),
    cadenza: few(injection),
    ...follows,
    ...perSheet,
  },
  ["id", "cadenza", ...lists],
);

const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(fc.oneof(key, fc.integer()), tie("value")), {
        maxLength: 3,
        selector: ([written]) => String(written),
      })
      .map((pairs) => new Map(pairs)),
  ),
})).value;

const variables: fc.Arbitrary<ReadonlyMap<string, unknown>> = fc
  .uniqueArray(fc.tuple(name, value), { maxLength: 4, selector: ([written]) => written })
  .map((pairs) => new Map(pairs));

const branch = someText.map((text) => text.replaceAll(/[^\p{L}\p{N}#!é]/gu, "")).filter((text) => text !== "");
const isolation = map<WrittenIsolation>(
  {
    enabled: fc.boolean(),
    mode: fc.constantFrom(...isolationLevels),
    per: fc.constantFrom("sheet", "job"),
    worktree_base: oneLine.filter((text) => !text.startsWith("~") && !/\{[{%]/.test(text)),
    branch_prefix: branch,
    source_branch: branch.map((text) => `feature/${text}`),
    clone: fc.record({ objects: fc.constantFrom("shared", "copy") }),
    cleanup_on_success: fc.boolean(),
    cleanup_on_failure: fc.boolean(),
    lock_during_execution: fc.boolean(),
    fallback_on_error: fc.boolean(),
    borrow: few(name.map((text) => text.replaceAll(/[^\w-]/g, "_"))),
    snapshot_minutes: fc.oneof(fc.constantFrom(2, 0), fc.double({ min: 0, max: 1_440, noNaN: true })),
  },
  [
    "enabled",
    "mode",
    "per",
    "clone",
    "cleanup_on_success",
    "cleanup_on_failure",
    "lock_during_execution",
    "fallback_on_error",
    "snapshot_minutes",
    "borrow",
  ],
);
const noBraces = (written: string): string => written.replaceAll("{", "(");
const gateCommand = command.map(
  (written): Command => (typeof written === "string" ? noBraces(written) : (written.map(noBraces) as Argv)),
);
const folders = few(name.map((text) => text.replaceAll(/[^\w-]/g, "_")));
const gate = map<WrittenGate>(
  { name: oneLine, run: gateCommand, quick: gateCommand, timeout: duration(1), files: few(someText), borrow: folders },
  ["name", "run", "files", "borrow"],
);
const pullRequest = map<WrittenPullRequest>(
  {
    remote: fc.oneof(fc.constant("origin"), branch),
    upstream: branch,
    forge: fc.constantFrom("github", "gitlab", "gitea"),
    draft: fc.boolean(),
    labels: few(oneLine),
    title: oneLine,
    body: someText,
    for_failed: fc.boolean(),
  },
  ["remote", "draft", "labels", "for_failed"],
);
const outward: fc.Arbitrary<Pick<WrittenLanding, "push" | "pull_request">> = fc.oneof(
  fc.record({ push: fc.oneof(fc.boolean(), branch), pull_request: fc.constant(false as const) }),
  fc.record({ push: fc.constant(false), pull_request: pullRequest }),
);
const landing: fc.Arbitrary<WrittenLanding> = fc
  .tuple(
    fc.record({
      mode: fc.constantFrom("auto", "approve"),
      strategy: fc.constantFrom("squash", "merge", "rebase"),
      revalidate: fc.boolean(),
      gates: fc.uniqueArray(gate, { maxLength: 3, selector: ({ name: written }) => written }),
      tests: fc.constantFrom("full", "quick", "final", "none"),
      batch: map<WrittenBatch>(
        {
          max: fc.integer({ min: 1, max: 256 }),
          window: fc.integer({ min: 1, max: 256 }),
          parallel: fc.integer({ min: 1, max: 32 }),
          wait: duration(0),
        },
        [],
      ),
      protected: few(someText),
      sign: fc.boolean(),
    }),
    outward,
  )
  .map(([own, rest]) => ({ ...own, ...rest }));
const usualWays = fc.constantFrom("auto", "approve").map((mode): WrittenLanding => ({ ...usualLanding, mode }));

const usual = fc.constantFrom(...isolationLevels).map((mode): WrittenIsolation => ({ ...usualIsolation, mode }));

const told: fc.Arbitrary<Topic[]> = fc.oneof(fc.constant<Topic[]>([...usualTopics]), fc.subarray<Topic>([...topics]));
const notification: fc.Arbitrary<NonNullable<Score["notifications"]>[number]> = fc.oneof(
  fc.record({ channel: oneLine, on: told }),
  fc.record({ type: fc.constantFrom(...channelTypes), on: told }),
);

const score = map<Omit<Score, "variables">>(
  {
    name: oneLine,
    description: anyText,
    target: branch,
    sandbox: map<NonNullable<Score["sandbox"]>>(
      {
        level: fc.constantFrom(...sandboxLevels),
        network: fc.oneof(
          fc.constantFrom<"off" | "open">("off", "open"),
          few(fc.constantFrom("a.example", "*.b.example:8443")),
        ),
        prepare: fc.constantFrom(...sandboxLevels),
        keys: fc.constantFrom("agent", "broker"),
      },
      [],
    ),
    workspace: someText,
    isolation: fc.oneof(usual, isolation),
    prepare: map<NonNullable<Score["prepare"]>>(
      {
        include: few(fc.constantFrom(".env*", "!/a b", "x/**")),
        commands: few(
          map({ run: fc.constantFrom("npm ci", "a  b"), timeout: duration(1), inputs: few(someText) }, ["run"]),
        ),
        environment: fc.constantFrom({}, { A: "{{ sheet }}", B: { from: "C" } }),
        ports: fc.integer({ min: 0, max: 10 }),
        teardown: few(map({ run: fc.constantFrom("true") }, ["run"])),
      },
      [],
    ),
    container: map<NonNullable<Score["container"]>>(
      {
        image: fc.constantFrom("docker.io/library/node:22", "dev"),
        pull: fc.constantFrom(...pullPolicies),
        network: fc.constantFrom(...containerNetworks),
        memory: fc.integer({ min: 8e6, max: 1e12 }),
        cpus: fc.constantFrom(0.5, 2),
        pids: fc.integer({ min: 8, max: 4_000 }),
        mounts: few(fc.record({ from: fc.constant("~/x y"), to: fc.constant("/x,y"), isReadOnly: fc.boolean() })),
        ports: few(
          fc.record({
            host: fc.constantFrom(null, 80),
            inside: fc.integer({ min: 1, max: 65_535 }),
            protocol: fc.constantFrom("tcp", "udp"),
          }),
        ),
      },
      [],
    ),
    parallel: fc.integer({ min: 1, max: 1_000 }),
    stop_on_failure: fc.boolean(),
    landing: fc.oneof(usualWays, landing),
    cost,
    notifications: few(notification),
    healing: fc.record({
      mode: fc.constantFrom("off" as const, ...healingModes),
      without: fc.subarray<RemedyCode>([...remedyCodes]),
    }),
    agents: fc.dictionary(key, agent, { maxKeys: 3 }).map((entries) => ({ ...entries })),
    routing: map<NonNullable<Score["routing"]>>(
      {
        agents: fc.array(agent, { minLength: 1, maxLength: 3 }),
        order: fc.constantFrom(...routingOrders),
        hold_out: fc.constantFrom(0.1, 0.25),
        min_success: fc.constantFrom(0.5, 0),
        rules: few(
          map<NonNullable<Score["routing"]>["rules"][number]>(
            {
              name: oneLine,
              kind: few(someText),
              paths: few(someText),
              labels: few(someText),
              min_size: fc.integer({ min: 0, max: 99 }),
              max_size: fc.integer({ min: 0, max: 99 }),
              hours: fc.constantFrom("22:00-06:00", "09:30-17:00"),
              cost_left_below: fc.constantFrom(0.5, 20),
              agent,
            },
            ["agent"],
          ),
        ),
      },
      ["agents", "order", "hold_out", "min_success", "rules"],
    ),
    learning: map<NonNullable<Score["learning"]>>(
      { records: fc.boolean(), prompts: fc.boolean(), most: fc.constantFrom(1, 3) },
      ["most"],
    ),
    prelude: few(injection),
    cross_sheet: fc.record({
      outputs: fc.boolean(),
      files: few(someText),
      lookback: fc.constantFrom(3, 0, 9),
      max_chars: fc.constantFrom(2_000, 1),
    }),
    sheets: fc.array(sheet, { minLength: 1, maxLength: 3 }),
    concert: map<WrittenConcert>(
      { max_depth: fc.nat(100), cooldown: duration(0), needs: fc.constantFrom("played", "landed") },
      ["max_depth", "needs"],
    ),
    workspace_lifecycle: map<WrittenLifecycle>(
      {
        archive_on_fresh: fc.boolean(),
        archive_dir: someText,
        archive_naming: fc.constantFrom("iteration", "timestamp"),
        max_archives: fc.nat(9),
        preserve_patterns: few(someText),
      },
      ["archive_on_fresh", "archive_naming", "max_archives"],
    ),
    ...follows,
    ...perSheet,
  },
  ["isolation", "landing", "agents", "prelude", "sheets", ...lists],
);

/** Every shape that the schema accepts, with unusual texts. */
export const anyScore: fc.Arbitrary<AnyScore> = fc
  .tuple(score, fc.option(variables, { nil: undefined }))
  .map(([made, own]) => ({
    score: own === undefined ? made : { ...made, variables: plain(own) as Record<string, unknown> },
    variables: own ?? new Map<string, unknown>(),
  }));

function plain(held: unknown): unknown {
  if (Array.isArray(held)) return held.map(plain);
  return held instanceof Map
    ? Object.fromEntries(
        [...(held as Map<unknown, unknown>)].map(([written, inner]) => [String(written), plain(inner)]),
      )
    : held;
}
