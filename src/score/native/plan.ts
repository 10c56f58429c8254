import type { SheetId } from "../../base/ids.ts";
import { checkLinks } from "../graph.ts";
import { checkIds } from "../identity.ts";
import { oneLine } from "../one-line.ts";
import { resolvedPath, stemOf } from "../paths.ts";
import type { AgentPlan, Plan, RetryPolicy, SheetPlan } from "../plan.ts";
import { promptFiller, readPrompt } from "../prompt.ts";
import type { Prompt, ScoreInput } from "../prompt.ts";
import type { KeyPath } from "../source/place.ts";
import { problemsOf } from "../source/issues.ts";
import { scoreError } from "../source/problem.ts";
import { reportOn } from "../source/report.ts";
import type { Report } from "../source/report.ts";
import { agentPlan, builtIn } from "./agent.ts";
import { nativeScore } from "./schema.ts";
import type { NativeRetry, NativeScore, NativeSheet } from "./schema.ts";
import { variablesOf } from "./variables.ts";

/** The plan of a score in Tutti's own shape. */
export function nativePlan(input: ScoreInput): Plan {
  const { document, source } = input;
  const read = nativeScore.safeParse(document.value);
  if (!read.success) throw scoreError("score.invalid", source.path, problemsOf(read.error.issues, document));
  const score = read.data;
  const name = score.name ?? oneLine(stemOf(source.path));

  const report = reportOn(document);
  checkNames(score, report);
  const variables = variablesOf(document, report);
  const drafts = score.sheets.map((sheet, index) => draftOf({ score, sheet, index }, input, report));
  if (report.problems.length > 0) throw scoreError("score.invalid", source.path, report.problems);

  const filler = promptFiller(input);
  const sheets = drafts.flatMap(({ plan, prompt }) => {
    if (plan === null || prompt === null) return [];
    const known = new Map<string, unknown>([...variables, ["sheet", plan.id], ["title", plan.title], ["name", name]]);
    return [{ ...plan, prompt: filler.fill(prompt, known) }];
  });
  filler.finish();

  return {
    name,
    sheets,
    target: score.target ?? null,
    isolation: score.isolation,
    parallel: score.parallel,
    revalidate: score.landing.revalidate,
    workspace: score.workspace === undefined ? null : resolvedPath(source.baseDir, score.workspace),
  };
}

function checkNames(score: NativeScore, report: Report): void {
  const { sheets } = score;
  if (Object.hasOwn(score.agents, builtIn)) report(["agents", builtIn], `${builtIn} is the name of the agent that is built in`, "key");
  checkIds(
    sheets.map((sheet) => sheet.id),
    (index, message) => {
      report(["sheets", index, "id"], message);
    },
  );
  const links = sheets.map((sheet) => ({ id: sheet.id as SheetId, after: (sheet.after ?? []) as SheetId[] }));
  checkLinks(links, ({ sheet, entry, message }) => {
    report(["sheets", sheet, "after", entry], message);
  });
}

interface Written {
  readonly score: NativeScore;
  readonly sheet: NativeSheet;
  readonly index: number;
}

interface Draft {
  readonly plan: Omit<SheetPlan, "prompt"> | null;
  readonly prompt: Prompt | null;
}

function draftOf(written: Written, input: ScoreInput, report: Report): Draft {
  const { score, sheet, index } = written;
  const owner: KeyPath = ["sheets", index];
  const prompt = readPrompt(
    input.source,
    { owner, inline: { key: "prompt", text: sheet.prompt }, file: { key: "prompt_file", name: sheet.prompt_file } },
    report,
  );
  const agent = agentOf(written, input, report);
  const retry = retryOf(written, report);
  const idle = sheet.idle_timeout ?? score.idle_timeout ?? "none";
  const plan =
    agent === null
      ? null
      : {
          id: sheet.id as SheetId,
          title: sheet.title ?? oneLine(sheet.id),
          after: [...new Set(sheet.after)] as SheetId[],
          agent,
          validations: sheet.validations,
          retry,
          timeoutMs: sheet.timeout ?? score.timeout ?? 1_800_000,
          idleMs: idle === "none" ? null : idle,
        };
  return { plan, prompt };
}

function agentOf({ score, sheet, index }: Written, { source }: ScoreInput, report: Report): AgentPlan | null {
  const written = sheet.agent ?? score.agent;
  if (written === undefined) {
    report(["sheets", index], "no agent: set agent here, or for the whole score");
    return null;
  }
  const agent = agentPlan(written, { named: score.agents, baseDir: source.baseDir });
  if (agent.kind !== "unknown") return agent;
  report(sheet.agent === undefined ? ["agent"] : ["sheets", index, "agent"], agent.why);
  return null;
}

const defaultRetry: RetryPolicy = { attempts: 3, baseDelayMs: 1_000, maxDelayMs: 300_000, completions: 3, completionThreshold: 0.5, conflicts: 2 };

function retryOf({ score, sheet, index }: Written, report: Report): RetryPolicy {
  const written: NativeRetry = { ...score.retry, ...sheet.retry };
  const { baseDelayMs, maxDelayMs, ...counts } = defaultRetry;
  const policy = {
    attempts: written.attempts ?? counts.attempts,
    baseDelayMs: written.base_delay ?? baseDelayMs,
    maxDelayMs: written.max_delay ?? Math.max(maxDelayMs, written.base_delay ?? 0),
    completions: written.completions ?? counts.completions,
    completionThreshold: written.completion_threshold ?? counts.completionThreshold,
    conflicts: written.conflicts ?? counts.conflicts,
  };
  if (policy.maxDelayMs < policy.baseDelayMs) {
    report(sheet.retry === undefined ? ["retry", "max_delay"] : ["sheets", index, "retry"], "max_delay is shorter than base_delay");
  }
  return policy;
}
