import type { TemplateEngine } from "@tutti/jinja";
import type { SheetId } from "../../../base/ids.ts";
import { oneLine } from "../../../base/text.ts";
import type { AgentPlan } from "../../plan/agents/agent-plan.ts";
import { commandTemplate } from "../../plan/command.ts";
import type { RetryPolicy, SheetPlan } from "../../plan/plan.ts";
import { auto } from "../../plan/agents/routing-plan.ts";
import { type WrittenReview, reviewFor } from "../../rules/judged/review.ts";
import type { WrittenAgent } from "../../schema/agent.ts";
import type { WrittenRateLimit, WrittenRetry } from "../../schema/retry.ts";
import type { WrittenSheet } from "../../schema/sheet.ts";
import type { Score } from "../../schema/score.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { Agents } from "../agents/agents.ts";
import { templateCode } from "../check/template-code.ts";
import type { Effort } from "../check.ts";
import { followPlan } from "../../follow/build.ts";
import { type KeptRule, type RuleTable, applicable, readCondition } from "../rules.ts";
import { type Scopes, sheetValues } from "../scope.ts";
import type { FileTable } from "../texts/files.ts";
import type { MessageTable } from "../texts/messages.ts";
import type { TextTable } from "../texts/texts.ts";
import type { Placed } from "./expand.ts";

interface Parts {
  readonly name: string;
  /** Of the score. */
  readonly baseDir: string;
  readonly agents: Agents;
  readonly scopes: Scopes;
  readonly tables: Tables;
  readonly engine: TemplateEngine;
  readonly effort: Effort;
  readonly report: Report;
}

/** Tables that hold each shared value of sheets once. */
export interface Tables {
  readonly texts: TextTable;
  readonly files: FileTable;
  readonly rules: RuleTable;
  readonly messages: MessageTable;
}

/** Parts that all copies of a written sheet share. */
type Cast = Omit<SheetPlan, "id" | "title" | "numbers" | "after" | "preconditions" | "validations"> & {
  /** Who competes; empty: the sheet's agent alone. */
  readonly contestants: readonly AgentPlan[];
  readonly preconditions: readonly KeptRule[];
  readonly validations: readonly KeptRule[];
};

/** Makes the plan of one sheet; `null` on a problem, which is reported once for all its copies. */
export function sheetMaker(
  score: Score,
  parts: Parts,
): (placed: Placed, after: readonly SheetId[]) => SheetPlan | null {
  const casts = new Map<number, Cast | null>();
  const shared = sharedOf(score, parts);
  return (placed, after) => {
    const known = casts.get(placed.index);
    const cast = known === undefined ? castOf(score, placed, { ...parts, shared }) : known;
    casts.set(placed.index, cast);
    if (cast === null || parts.effort.isTooMuch(["sheets", placed.index])) return null;
    parts.effort.rules(cast.preconditions);
    parts.effort.rules(cast.validations);
    const title = titleOf(placed, parts);
    const about = { id: placed.id, values: parts.scopes.valuesFor({ id: placed.id, title, numbers: placed.numbers }) };
    const { contestants, ...common } = cast;
    return {
      ...common,
      id: placed.id,
      title,
      agent: contestants[(placed.numbers.instance - 1) % contestants.length] ?? cast.agent,
      numbers: placed.numbers,
      after,
      preconditions: applicable(cast.preconditions, about, parts.report),
      validations: applicable(cast.validations, about, parts.report),
    };
  };
}

/** Settings of the score for all sheets. */
interface Shared {
  readonly prompt: number | null;
  readonly extensions: readonly number[];
  readonly files: readonly number[];
  readonly agent: AgentPlan | null;
  readonly fallbacks: readonly AgentPlan[];
  readonly retry: RetryPolicy;
  readonly preconditions: readonly KeptRule[];
  readonly validations: readonly KeptRule[];
  readonly review: readonly KeptRule[];
}

/** After all that the score itself says: an opinion is asked for only of what passes. */
const reviewStage = 100;

function reviewRules(
  rules: RuleTable,
  review: WrittenReview | null,
  owner: { readonly path: KeyPath; readonly agent: AgentPlan | null },
): readonly KeptRule[] {
  return review === null ? [] : rules.keep([{ review, stage: reviewStage, retries: 0 }], { ...owner, isAlone: true });
}

function sharedOf(score: Score, { tables: { texts, files, rules }, agents }: Parts): Shared {
  const usual = score.routing === undefined ? undefined : auto.name;
  const asked = score.agent ?? usual;
  const agent = asked === undefined ? null : agents.find(asked, ["agent"]);
  return {
    prompt: texts.prompt([], score),
    extensions: extensionsOf(score.prompt_extensions, { texts, path: ["prompt_extensions"] }),
    files: files.places(score.prelude, ["prelude"]),
    agent,
    fallbacks: fallbacksOf(score.fallbacks ?? [], { agents, path: ["fallbacks"] }),
    retry: retryPolicy(score),
    preconditions: rules.keep(score.preconditions, { path: ["preconditions"], agent }),
    validations: rules.keep(score.validations, { path: ["validations"], agent }),
    review: reviewRules(rules, reviewFor(score.review, undefined), { path: [], agent }),
  };
}

function castOf(score: Score, { written, index }: Placed, parts: Parts & { readonly shared: Shared }): Cast | null {
  const {
    report,
    tables: { texts, files, rules },
    agents,
    scopes,
    shared,
  } = parts;
  const path: KeyPath = ["sheets", index];
  const isOwn = written.prompt !== undefined || written.prompt_file !== undefined;
  const prompt = isOwn ? texts.prompt(path, written) : shared.prompt;
  if (prompt === null && !isOwn && score.prompt === undefined && score.prompt_file === undefined) {
    report("V019", path, "no prompt: give prompt or prompt_file here, or for the whole score");
  }
  const contest = contestOf(written, { agents, path });
  const named = written.agent === undefined ? shared.agent : agents.find(written.agent, [...path, "agent"]);
  const agent = named ?? contest.contestants[0] ?? null;
  if (
    agent === null &&
    written.best_of?.agents === undefined &&
    [written.agent, score.agent, score.routing].every((said) => said === undefined)
  ) {
    report("V018", path, "no agent: set agent here, or for the whole score");
  }
  // The same object wherever it is the same: a plan may have a hundred thousand sheets.
  const retry =
    written.retry === undefined && written.rate_limit === undefined ? shared.retry : retryPolicy(score, written);
  if (retry.maxDelayMs < retry.baseDelayMs)
    report(
      "V011",
      written.retry === undefined ? ["retry", "max_delay"] : [...path, "retry"],
      "max_delay is shorter than base_delay",
    );
  const skipWhen =
    written.skip_when === undefined
      ? null
      : readCondition(written.skip_when, { scope: scopes.skip, report, path: [...path, "skip_when"] });
  const owner = { path, agent };
  const own = {
    extensions: extensionsOf(written.prompt_extensions, { texts, path: [...path, "prompt_extensions"] }),
    fallbacks:
      written.fallbacks === undefined
        ? shared.fallbacks
        : fallbacksOf(written.fallbacks, { agents, path: [...path, "fallbacks"] }),
    files: files.places(written.cadenza, [...path, "cadenza"]),
    preconditions: rules.keep(written.preconditions, { ...owner, path: [...path, "preconditions"] }),
    validations: rules.keep(written.validations, { ...owner, path: [...path, "validations"] }),
  };
  const reviews =
    written.review === undefined ? shared.review : reviewRules(rules, reviewFor(score.review, written.review), owner);
  if (prompt === null || agent === null || skipWhen === "wrong") return null;
  const idle = written.idle_timeout ?? score.idle_timeout ?? "none";
  const skip = written.skip_when_command;
  const follows = followPlan(written, parts.baseDir);
  return {
    prompt,
    extensions: [...shared.extensions, ...own.extensions],
    files: [...new Set([...shared.files, ...own.files])],
    agent,
    fallbacks: own.fallbacks,
    ...workOf(written),
    preconditions: [...shared.preconditions, ...own.preconditions],
    validations: [...shared.validations, ...own.validations, ...reviews],
    skipWhen,
    skipCommand:
      skip === undefined
        ? null
        : {
            command: commandTemplate(skip.command),
            timeoutMs: skip.timeout ?? 10_000,
            description: skip.description ?? null,
            ...(skip.on_timeout === "play" ? { playsOnTimeout: true as const } : {}),
          },
    retry,
    timeoutMs: written.timeout ?? score.timeout ?? 1_800_000,
    idleMs: idle === "none" ? null : idle,
    ...workerOf(written.worker ?? score.worker),
    message: parts.tables.messages.place(score.commit, written.commit, index),
    ...(follows === undefined ? {} : { follows }),
    ...contest,
  };
}

/** Of a sheet whose copies compete. */
function contestOf(
  { id, best_of: written }: WrittenSheet,
  { agents, path }: { readonly agents: Agents; readonly path: KeyPath },
): Pick<Cast, "contestants" | "contest"> {
  if (written === undefined) return { contestants: [] };
  const { judge, agents: named = [] } = written;
  return {
    contestants: named.flatMap((one, place) => agents.find(one, [...path, "best_of", "agents", place]) ?? []),
    contest: { group: id, judge: judge === undefined ? null : agents.find(judge, [...path, "best_of", "judge"]) },
  };
}

function workOf({ kind, labels, paths }: WrittenSheet): Pick<SheetPlan, "work"> {
  if (kind === undefined && labels === undefined && paths === undefined) return {};
  return { work: { kind: kind ?? null, labels: labels ?? [], paths: paths ?? [] } };
}

function workerOf(labels: readonly string[] | undefined): Pick<SheetPlan, "worker"> {
  return labels === undefined || labels.length === 0 ? {} : { worker: labels };
}

function extensionsOf(
  written: Score["prompt_extensions"],
  { texts, path }: { texts: TextTable; path: KeyPath },
): readonly number[] {
  return written.flatMap((extension, index) => texts.extension([...path, index], extension) ?? []);
}

function fallbacksOf(
  written: readonly WrittenAgent[],
  { agents, path }: { agents: Agents; path: KeyPath },
): readonly AgentPlan[] {
  return written.flatMap((agent, index) => agents.find(agent, [...path, index]) ?? []);
}

/** Titles are needed before anything is played, so only what is known of the sheet itself can stand in them. */
function titleOf({ written, id, numbers, index }: Placed, { name, engine, report }: Parts): string {
  if (written.title === undefined) return oneLine(id);
  const rendered = engine.render({ text: written.title, includes: {} }, sheetValues(name, { id, title: id, numbers }));
  if (rendered.kind === "text") return oneLine(rendered.text);
  report.inside(templateCode(rendered.why), ["sheets", index, "title"], {
    at: rendered.at,
    file: null,
    message: rendered.why,
  });
  return oneLine(id);
}

const defaults: RetryPolicy = {
  attempts: 3,
  baseDelayMs: 1_000,
  maxDelayMs: 300_000,
  factor: 2,
  jitter: true,
  completions: 3,
  completionDelayMs: 0,
  completionThreshold: 0.5,
  goesOn: false,
  efforts: [],
  conflicts: 2,
  limitWaitMs: 60_000,
};

interface Budgets {
  readonly retry?: WrittenRetry | undefined;
  readonly rate_limit?: WrittenRateLimit | undefined;
}

/** How often to try and to wait: the later of the two goes before the earlier, key by key. */
function retryPolicy(ofScore: Budgets, ofSheet: Budgets = {}): RetryPolicy {
  const written: WrittenRetry = { ...ofScore.retry, ...ofSheet.retry };
  const limits: WrittenRateLimit = { ...ofScore.rate_limit, ...ofSheet.rate_limit };
  const baseDelayMs = written.base_delay ?? defaults.baseDelayMs;
  return {
    attempts: written.attempts ?? defaults.attempts,
    baseDelayMs,
    // A first wait longer than the usual limit is meant; only a limit that was written can be too short.
    maxDelayMs: written.max_delay ?? Math.max(defaults.maxDelayMs, baseDelayMs),
    factor: written.factor ?? defaults.factor,
    jitter: written.jitter ?? defaults.jitter,
    completions: written.completions ?? defaults.completions,
    completionDelayMs: written.completion_delay ?? defaults.completionDelayMs,
    completionThreshold: written.completion_threshold ?? defaults.completionThreshold,
    goesOn: written.goes_on ?? defaults.goesOn,
    efforts: written.efforts ?? defaults.efforts,
    conflicts: written.conflicts ?? defaults.conflicts,
    limitWaitMs: limits.wait ?? defaults.limitWaitMs,
    // Where the score does not say it, the machine's owner may.
    ...(limits.patience === undefined ? {} : { limitPatienceMs: limits.patience }),
  };
}
