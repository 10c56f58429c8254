import { Document, Scalar } from "yaml";
import type { ReadScore } from "../build/build.ts";
import type { WrittenCost } from "../schema/cost.ts";
import { type WrittenIsolation, usualIsolation } from "../schema/isolation.ts";
import type { Score } from "../schema/score.ts";
import { WholeFloat } from "../source/whole-float.ts";
import { agentText } from "./agent.ts";
import { landingText } from "./landing.ts";
import { injectionText, prompts, settings, sheetText } from "./sheet.ts";
import { escapeHidden, setStyles } from "./style.ts";
import { type Table, inOrder, oneOrMore, same, unless, unlessEmpty } from "./table.ts";

export interface PrintOptions {
  /** To stand above the score. */
  readonly comments?: readonly string[];
  /** What is the same in many places is written once, with a name (an anchor) that the others refer to. */
  readonly shares?: boolean;
}

/** A score as its author would write it: reading the text gives the same score. */
export function scoreText(
  { score, variables }: Pick<ReadScore, "score" | "variables">,
  { comments = [], shares = false }: PrintOptions = {},
): string {
  const table = inOrder(score, tableWith(variables));
  // With quotes where other readers of YAML would see a date or a yes.
  const doc = new Document(shares ? withShared(table) : table, { compat: "yaml-1.1" });
  setStyles(doc);
  const text = doc.toString({ lineWidth: 0, doubleQuotedAsJSON: true, flowCollectionPadding: false });
  return `${comments.map(commentLine).join("")}${escapeHidden(text)}`;
}

type CrossSheet = NonNullable<Score["cross_sheet"]>;
const crossSheet: Table<CrossSheet> = {
  outputs: unless(false),
  files: (files) => (files.length === 0 ? undefined : oneOrMore(files)),
  lookback: unless(3),
  max_chars: unless(2_000),
};

const cost: Table<WrittenCost> = { per_sheet: same, per_job: same, warn_at: same };

/** The variables come apart: as part of the score, the keys of their maps are text. */
function tableWith(variables: ReadonlyMap<string, unknown>): Table<Score> {
  return {
    name: same,
    description: same,
    target: same,
    workspace: same,
    isolation: isolationText,
    parallel: same,
    stop_on_failure: same,
    landing: landingText,
    cost: (value) => inOrder(value, cost),
    agents: (agents) =>
      Object.keys(agents).length === 0
        ? undefined
        : Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, agentText(agent)])),
    ...settings,
    cross_sheet: (value) => inOrder(value, crossSheet),
    variables: () => withDigits(variables),
    prelude: unlessEmpty(injectionText),
    ...prompts,
    sheets: (sheets) => sheets.map(sheetText),
  };
}

/** `1.0` is written with its digit, or it would be read as `1`. What was shared stays shared. */
function withDigits(root: unknown): unknown {
  const known = new Map<unknown, unknown>();
  const written = (value: unknown): unknown => {
    if (value instanceof WholeFloat) return Object.assign(new Scalar(value.value), { minFractionDigits: 1 });
    if (!Array.isArray(value) && !(value instanceof Map)) return value;
    const made =
      known.get(value) ??
      (Array.isArray(value)
        ? value.map(written)
        : new Map([...(value as Map<unknown, unknown>)].map(([key, inner]) => [key, written(inner)])));
    known.set(value, made);
    return made;
  };
  return written(root);
}

function commentLine(comment: string): string {
  return `# ${comment.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")}`.trimEnd().concat("\n");
}

/** What is shorter takes no less room as a reference. */
const shortest = 32;

/**
 * The same value, in which lists and maps that are the same in several places are one: the printer writes it once, and
 * names it elsewhere. For scores that nobody writes by hand, with hundreds of sheets that differ in little.
 */
function withShared(value: unknown): unknown {
  const known = new Map<string, unknown>();
  const shared = (part: unknown): unknown => {
    if (typeof part !== "object" || part === null || part instanceof Map) return part;
    const key = JSON.stringify(part);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = Array.isArray(part)
      ? part.map(shared)
      : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, shared(inner)]));
    if (key.length >= shortest) known.set(key, made);
    return made;
  };
  return shared(value);
}

/** Nothing where all is as usual, the level where only that is not. */
function isolationText(isolation: WrittenIsolation): unknown {
  const written = inOrder(isolation, table);
  const [key, ...others] = Object.keys(written);
  if (key === undefined) return undefined;
  return key === "mode" && others.length === 0 ? isolation.mode : written;
}

const table: Table<WrittenIsolation> = {
  enabled: unless(usualIsolation.enabled),
  mode: unless(usualIsolation.mode),
  per: unless(usualIsolation.per),
  borrow: unlessEmpty(same<string>),
  worktree_base: same,
  branch_prefix: same,
  source_branch: same,
  clone: ({ objects }) => (objects === usualIsolation.clone.objects ? undefined : { objects }),
  cleanup_on_success: unless(usualIsolation.cleanup_on_success),
  cleanup_on_failure: unless(usualIsolation.cleanup_on_failure),
  lock_during_execution: unless(usualIsolation.lock_during_execution),
  fallback_on_error: unless(usualIsolation.fallback_on_error),
  snapshot_minutes: unless(usualIsolation.snapshot_minutes),
};
