import { mkdtemp, readFile, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { endingOf } from "../api/contract/ending.ts";
import { TuttiError } from "../base/error.ts";
import { homeFrom } from "../base/home/home.ts";
import type { Settings } from "../config/keys.ts";
import { readSettings } from "../config/read.ts";
import { openGround } from "../fix/collect/ground.ts";
import { openWorkshop } from "../fix/collect/workshop.ts";
import { requireHomeApart } from "../isolation/home/outside.ts";
import { planFile, planningScore } from "../plan/draft/ask.ts";
import { checkedDraft } from "../plan/draft/checked.ts";
import { type ReadDraft, readDraft } from "../plan/draft/draft.ts";
import { faultLine } from "../plan/draft/fault.ts";
import { type Requirement, requirementsIn } from "../plan/draft/requirements.ts";
import { type DraftTerms, draftScore } from "../plan/draft/score.ts";
import { templateDraft } from "../plan/draft/templates.ts";
import { wordsOf } from "../plan/task.ts";
import type { PlanOptions, PlanResult } from "./plan-types.ts";
import { playJob } from "./play-job.ts";
import { environmentHere } from "./submission.ts";

/** As `tutti plan` does it, without a person to ask: what is returned is not written and not run. */
export async function planWork(text: string, options: PlanOptions): Promise<PlanResult> {
  const requirements = requirementsIn(text);
  if (requirements.length === 0) throw refused("what is to be planned?", "Say what is wanted.");
  const folder = resolve(options.folder ?? ".");
  const home = options.home ?? homeFrom(process.env);
  const { settings } = await readSettings({ env: process.env, project: folder });
  const terms = termsOf(options, settings, { name: options.name ?? wordsOf(text), requirements });
  const files = await filesOf(folder, { home, target: terms.target });
  const read =
    options.template === undefined
      ? await plannedBy(text, options, { folder, home, terms, validateBase: settings.validate_base })
      : ({ kind: "draft", draft: templateDraft(options.template, requirements) } as const);
  const checked = checkedDraft(read, { requirements, files });
  if (checked.kind === "faults") {
    const lines = checked.faults.map(faultLine);
    throw refused(
      `the plan has ${String(lines.length)} faults: ${lines.join("; ")}`,
      "Say more precisely what is wanted.",
    );
  }
  const { draft, overlaps } = checked.ordered;
  return { goal: draft.goal, requirements, tasks: draft.tasks, overlaps, score: draftScore(draft, terms) };
}

function refused(why: string, hint: string): TuttiError {
  return new TuttiError("plan.refused", why, { audience: "user", hint });
}

function termsOf(
  options: PlanOptions,
  settings: Settings,
  about: { readonly name: string; readonly requirements: readonly Requirement[] },
): DraftTerms {
  const agent = options.agent ?? settings["agents.default"];
  return {
    ...about,
    agent: options.model === undefined ? agent : { use: agent, model: options.model, args: [], env: {} },
    fallbacks: options.fallbacks ?? [],
    validations: options.validations ?? settings["task.validations"] ?? [],
    review: options.review ?? false,
    approve: false,
    target: options.target ?? null,
    parallel: null,
    timeoutMs: options.timeoutMs ?? null,
    costUsd: options.maxCostUsd ?? null,
  };
}

async function filesOf(
  folder: string,
  { home, target }: { readonly home: string; readonly target: string | null },
): Promise<ReadonlySet<string>> {
  const workshop = await openWorkshop(
    { home, env: process.env },
    { folder, cancel: new AbortController().signal, notice: () => undefined },
  );
  return new Set((await openGround(workshop, { folder, target, inPlace: false })).files);
}

interface Asking {
  readonly folder: string;
  readonly home: string;
  readonly terms: DraftTerms;
  readonly validateBase: Settings["validate_base"];
}

/** A job of one sheet, whose only result is a file in its workspace. */
async function plannedBy(text: string, options: PlanOptions, asking: Asking): Promise<ReadDraft> {
  const { folder, home, terms, validateBase } = asking;
  await requireHomeApart({ home }, folder);
  const workspace = await mkdtemp(join(tmpdir(), "tutti-plan-"));
  const { name, requirements, agent, fallbacks, timeoutMs, costUsd } = terms;
  const score = planningScore({
    ...{ name, requirements, text, fallbacks, workspace, timeoutMs, costUsd },
    agent: options.planner ?? agent,
  });
  const view = await playJob(
    { score: { path: null, baseDir: folder, text: score }, folder, validateBase, environment: environmentHere() },
    { connection: options, signal: options.signal },
  );
  const ending = endingOf(view);
  if (ending?.kind !== "finished" || ending.failed > 0)
    throw refused(
      `no plan was made: ${view.sheets[0]?.why ?? view.why ?? view.status}`,
      `See what the planner did: tutti logs ${view.id}`,
    );
  const written = await readFile(join(workspace, planFile), "utf8");
  await unlink(join(workspace, planFile));
  await rmdir(workspace).catch(() => undefined);
  return readDraft(written);
}
