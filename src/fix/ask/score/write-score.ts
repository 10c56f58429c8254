import { plural } from "../../../base/text.ts";
import { scoreText } from "../../../score/print/score-text.ts";
import type { Argv } from "../../../score/schema/fields.ts";
import type { WrittenGate } from "../../../score/schema/gate.ts";
import { usualIsolation } from "../../../score/schema/contexts/isolation.ts";
import { type WrittenLanding, usualLanding } from "../../../score/schema/landing.ts";
import { usualPullRequest } from "../../../score/schema/pull-request.ts";
import type { Score } from "../../../score/schema/score.ts";
import type { WrittenSheet } from "../../../score/schema/sheet.ts";
import type { WrittenRule } from "../../../score/schema/validation.ts";
import { literal } from "../../../plan/literal.ts";
import { type Autofixers, toolsOf } from "./autofix.ts";
import type { Collected, Group, Grouping, PreparedTool, Strategy, Tally } from "../../model.ts";
import type { AdviceBook } from "../advice/advice.ts";
import type { FixOptions } from "../../options/decide.ts";
import type { Sources } from "../prompt/findings.ts";
import { promptTemplate, sharedTexts } from "../prompt/prompt.ts";
import type { RuleDocs } from "../prompt/rule-docs.ts";
import { fixRules } from "../../verify/rules.ts";
import { saidBy } from "../../choose/reported-by.ts";
import { ladderFor } from "../../choose/strategy.ts";

export interface FixPlan {
  readonly groups: readonly Group[];
  readonly collected: readonly Collected[];
  readonly options: FixOptions;
  readonly advice: AdviceBook;
  readonly sources: Sources;
  readonly tried: readonly Tally[];
  readonly docs: RuleDocs;
  /** Program and arguments; the requests follow, each as JSON. */
  readonly autofixProgram: Argv;
  readonly gates: readonly WrittenGate[];
}

export interface WrittenScore {
  readonly text: string;
  readonly ladders: readonly Ladder[];
}

export type Ladder = readonly [Strategy, ...Strategy[]];

export interface Filling {
  readonly room: number;
  readonly sources: Sources;
  readonly docs: RuleDocs;
  readonly autofixers: Autofixers;
}

export function writtenScore(plan: FixPlan, { autofixers, room, sources, docs }: Filling): WrittenScore {
  const { groups, advice, tried, options } = plan;
  const tools = toolsOf(plan.collected);
  const isOf = saidBy(plan.collected);
  const toolsFor = (group: Group): readonly PreparedTool[] =>
    tools.filter((tool) => group.findings.some((finding) => isOf(tool, finding)));
  const texts = sharedTexts();
  const rules = fixRules(plan.collected, groups, { scope: options, ...options });
  const ladders = groups.map(({ findings }) => ladderFor(findings, tried));
  const sheets = groups.map((group, place): WrittenSheet => {
    const ladder = ladders[place] ?? ["normal"];
    const autofix = autofixers.agentFor(group);
    const scope = options.commit.scope === undefined ? commitScope(group.files) : null;
    return {
      id: group.id,
      title: literal(titleOfGroup(group)),
      ...(autofix === null
        ? {}
        : { agent: autofix, fallbacks: options.autofixOnly ? [] : [options.agent, ...options.fallbacks] }),
      ...(scope === null ? {} : { commit: { scope } }),
      retry: { efforts: [...ladder] },
      cadenza: [],
      prompt: promptTemplate(
        { group, tools: toolsFor(group), advice, docs, context: sources, tried, room, ladder },
        texts,
      ),
      prompt_extensions: [],
      preconditions: [],
      validations: [...rules.ofSheet(group)],
    };
  });
  const score = { ...scoreOf(plan, sheets, rules.ofScore), variables: {} };
  return { text: scoreText({ score, variables: texts.variables() }, { shares: true }), ladders };
}

function scoreOf(plan: FixPlan, sheets: WrittenSheet[], validations: readonly WrittenRule[]): Score {
  const { options, groups } = plan;
  const findings = groups.reduce((sum, group) => sum + group.findings.length, 0);
  return {
    name: "fix",
    description: `${plural(findings, "finding")} of quality tools`,
    ...(options.target === null ? {} : { target: options.target }),
    // Short-lived, and in the user's own folder only on request.
    isolation: options.inPlace ? { ...usualIsolation, mode: "none" } : { ...usualIsolation, cleanup_on_failure: true },
    parallel: options.parallel,
    ...(options.continueOnError ? {} : { stop_on_failure: true }),
    landing: landingOf(plan),
    ...(options.cost === null ? {} : { cost: options.cost }),
    agents: {},
    ...(options.autofixOnly ? {} : { agent: options.agent }),
    ...(options.autofixOnly || options.fallbacks.length === 0 ? {} : { fallbacks: [...options.fallbacks] }),
    ...(options.timeoutMs === null ? {} : { timeout: options.timeoutMs }),
    // Each attempt continues the last one, so completions would add unasked attempts.
    retry: { attempts: options.attempts, completions: 0, goes_on: true },
    commit: { type: "fix", summary: usualSummary(options.grouping), body: usualBody, ...options.commit },
    prelude: [],
    prompt_extensions: [],
    preconditions: [],
    validations: [...validations],
    sheets,
  };
}

function landingOf({ options, gates }: FixPlan): WrittenLanding {
  if (options.inPlace) return usualLanding;
  return {
    ...usualLanding,
    mode: options.approve ? "approve" : "auto",
    tests: options.tests,
    gates: [...gates],
    pull_request: options.pullRequest ? usualPullRequest : false,
  };
}

const longestTitle = 72;
const longestScope = 30;

/** One line; of a long path its end, which is distinctive. */
function titleOfGroup({ name }: Pick<Group, "name">): string {
  const letters = Array.from(
    name
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
      .trim(),
  );
  if (letters.length === 0) return "findings";
  return letters.length <= longestTitle
    ? letters.join("")
    : `…${letters
        .slice(1 - longestTitle)
        .join("")
        .trimStart()}`;
}

/** Folders of packages: the next step names the package. */
const holders: ReadonlySet<string> = new Set([
  "packages",
  "apps",
  "libs",
  "crates",
  "modules",
  "services",
  "plugins",
  "projects",
  "components",
]);

/** The scope of a commit: the package or top folder of all its files. */
function commitScope(files: readonly string[]): string | null {
  const scopes = new Set(files.map(scopeOf));
  const [scope = null] = scopes;
  return scopes.size === 1 ? scope : null;
}

function scopeOf(file: string): string | null {
  const [first = "", second = "", ...rest] = file.split("/");
  const step = holders.has(first) && rest.length > 0 ? second : second === "" ? "" : first;
  const scope = step
    .normalize("NFKD")
    .replaceAll(/[^\w.-]+/g, "-")
    .slice(0, longestScope)
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return scope === "" ? null : scope;
}

/** Templates, because the number of fixed findings is known only after verification. */
const count = "{{ findings.fixed }}";
const tools = `{% if findings.tools %}{{ findings.tools | join(", ") }} {% endif %}`;
const noun = `finding{% if findings.fixed != 1 %}s{% endif %}`;

function usualSummary({ by }: Grouping): string {
  return by === "code" ? `resolve ${count} ${noun} of {{ title }}` : `resolve ${count} ${tools}${noun} in {{ title }}`;
}

/** A code may hold anything that a tool prints; the commit message is cleaned where it is made. */
const usualBody = `{% for item in findings.codes %}- {{ item.tool }}{% if item.code %} {{ item.code }}{% endif %}: {{ item.count }}
{% endfor %}{% if findings.remaining %}
{{ findings.remaining }} of those that were asked for remain.{% endif %}`;
