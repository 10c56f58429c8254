import { dirname, join, relative, resolve } from "node:path";
import { Option } from "commander";
import { learnedName } from "../../learning/agent-name.ts";
import { type Estimate, estimateFor, estimateOfAll } from "../../learning/outcomes/estimate.ts";
import { workOf } from "../../learning/work.ts";
import type { Plan } from "../../score/plan/plan.ts";
import { ask } from "../ask.ts";
import { exists } from "../../base/files/exists.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { TuttiError } from "../../base/error.ts";
import { shellWord, visible } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { openGround } from "../../fix/collect/ground.ts";
import { openWorkshop } from "../../fix/collect/workshop.ts";
import { requireHomeApart } from "../../isolation/home/outside.ts";
import { checkedDraft } from "../../plan/draft/checked.ts";
import { type Draft, readDraft } from "../../plan/draft/draft.ts";
import type { OrderedDraft } from "../../plan/draft/graph.ts";
import { type Requirement, requirementsIn } from "../../plan/draft/requirements.ts";
import { draftScore } from "../../plan/draft/score.ts";
import { type Template, templateDraft, templates } from "../../plan/draft/templates.ts";
import type { JobOptions } from "../../plan/options.ts";
import { wordsOf } from "../../plan/task.ts";
import { readScoreText } from "../../score/load.ts";
import { exitCodes } from "../exit-codes.ts";
import { run } from "../job/run.ts";
import { agentsHere, settingFrom } from "../setting.ts";
import { canAsk, isAgreed, readInput } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Declare } from "../tree/command.ts";
import { offer, oneMore, positive, yesOption } from "../tree/options.ts";
import { withEnvironment, workplaceFrom } from "../repositories/workplace.ts";
import { writeNew } from "../write-new.ts";
import { editedDraft, refuse } from "./check.ts";
import { type Improvements, improvementLines } from "./improve.ts";
import { askPlanner } from "./planner.ts";
import { type Improvers, improvementsOf } from "./improvers.ts";
import { planLines } from "./show.ts";
import { sourceOf } from "./source.ts";

const shared = [
  "agent",
  "model",
  "fallback",
  "review",
  "reviewer",
  "approve",
  "target",
  "parallel",
  "repo",
  "env",
  "maxCost",
  "timeout",
  "noStart",
] as const;

export const declare: Declare = (command, perform) => {
  offer(command, shared)
    .description(
      "Turn requirements into a score: an agent proposes tasks, Tutti proves that the plan fits the repository, and you approve it before any work starts.",
    )
    .argument(
      "[requirements...]",
      "what is wanted, as text; or where it is: @FILE, a file, the folder of a specification, the address of an issue or a page, - for stdin",
    )
    .option("--planner <agent>", "agent that plans (default: --agent)")
    .addOption(
      new Option("--template <kind>", "take the usual steps of such a project instead of asking an agent").choices(
        templates,
      ),
    )
    .option("--improve", "propose improvements of the repository, ranked; refused ones are not proposed again")
    .addOption(
      new Option(
        "--improvers <who>",
        "with --improve: who proposes: the planner, the project's quality tools, or both (default)",
      ).choices(["planner", "tools", "both"]),
    )
    .option("--top <n>", "with --improve: keep the best so many (default: 3)", positive)
    .option("--edit", "open the plan in $EDITOR before it is approved")
    .option("--from <file>", "check a plan that is there already, as JSON, instead of asking an agent")
    .option(
      "--validate <command>",
      "command that must succeed on each result (default: the setting task.validations); repeatable",
      oneMore,
    )
    .option("--name <name>", "name of the plan and its job")
    .option("--out <file>", "score to write (default: .tutti/plans/NAME.yaml)")
    .option("--force", "write over a score that is there")
    .option("--run", "run the score at once")
    .addOption(yesOption)
    .option("--json", "print one document: requirements, tasks, faults, the score")
    .action(perform(plan));
};

interface PlanOptions extends JobOptions<(typeof shared)[number]> {
  readonly requirements: readonly string[];
  readonly planner?: string;
  readonly template?: Template;
  readonly improve?: true;
  readonly improvers?: Improvers;
  readonly top?: number;
  readonly edit?: true;
  readonly from?: string;
  readonly validate?: readonly string[];
  readonly name?: string;
  readonly out?: string;
  readonly force?: true;
  readonly run?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Requirements become a score, and no agent works on them before a person has seen what they would do. */
export async function plan(terminal: Terminal, asked: PlanOptions): Promise<number> {
  const workplace = await workplaceFrom(terminal, asked);
  const { folder, managed } = workplace;
  const options = withEnvironment(asked, workplace);
  const base = options.target ?? managed?.base ?? null;
  const ground = await groundOf(folder, base);
  // Nothing is written into a checkout that Tutti keeps of a remote.
  const beside = managed === undefined ? ground.top : process.cwd();
  const improvements =
    options.improve === true ? await improvementsOf(terminal, options, { workplace, beside, base }) : null;
  const source =
    improvements === null ? await sourceOf(options.requirements) : { text: improvements.text, name: "improvements" };
  const requirements = requirementsIn(source.text);
  const name = options.name ?? source.name ?? wordsOf(source.text);
  const out = resolve(options.out ?? join(beside, ".tutti/plans", `${wordsOf(name)}.yaml`));
  // Before an agent is paid for what could not be written.
  if (options.force !== true && (await exists(out))) throw thereAlready(out);
  const planned = await plannedBy(terminal, options, {
    ...{ folder, name, requirements, text: source.text },
    own: options.improvers === "tools" ? improvements?.own : undefined,
  });
  if (planned.kind === "ended") return planned.code;
  const against = { requirements, files: ground.files };
  const checked = await editedDraft(terminal, options, {
    checked: improvements?.choose(checkedDraft(planned.read, against)) ?? checkedDraft(planned.read, against),
    ground: against,
  });
  if (checked.kind === "faults") return refuse(terminal, options, checked.faults);
  const text = draftScore(checked.ordered.draft, { ...(await termsOf(options, folder)), name, requirements });
  return settle(terminal, options, { folder, requirements, ordered: checked.ordered, out, text, improvements });
}

async function groundOf(folder: string, target: string | null): Promise<{ top: string; files: ReadonlySet<string> }> {
  const workshop = await openWorkshop(settingFrom(process.env), {
    folder,
    cancel: new AbortController().signal,
    notice: () => undefined,
  });
  const ground = await openGround(workshop, { folder, target, inPlace: false });
  return { top: ground.top ?? folder, files: new Set(ground.files) };
}

interface Asked {
  readonly folder: string;
  readonly name: string;
  readonly text: string;
  readonly requirements: readonly Requirement[];
  /** A plan that no agent is asked for. */
  readonly own?: Draft | undefined;
}

async function plannedBy(terminal: Terminal, options: PlanOptions, asked: Asked): ReturnType<typeof askPlanner> {
  if (options.template !== undefined)
    return { kind: "read", read: { kind: "draft", draft: templateDraft(options.template, asked.requirements) } };
  if (options.from !== undefined) return { kind: "read", read: readDraft(await readInput(options.from)) };
  const { folder, own, ...about } = asked;
  if (own !== undefined) return { kind: "read", read: { kind: "draft", draft: own } };
  await requireHomeApart(settingFrom(process.env), folder);
  const { settings } = await readSettings({ env: process.env, project: folder });
  const { agent, fallbacks } = await termsOf(options, folder);
  return askPlanner(
    terminal,
    {
      ...about,
      agent: options.planner ?? agent,
      fallbacks,
      timeoutMs: options.timeout ?? null,
      costUsd: options.maxCost ?? null,
    },
    { folder, json: options.json === true, noStart: options.noStart === true, validateBase: settings.validate_base },
  );
}

/** How the tasks are to be done. */
async function termsOf(
  options: PlanOptions,
  folder: string,
): Promise<Omit<Parameters<typeof draftScore>[1], "name" | "requirements">> {
  const { settings } = await readSettings({ env: process.env, project: folder });
  const agent = options.agent ?? settings["agents.default"];
  return {
    agent: options.model === undefined ? agent : { use: agent, model: options.model, args: [], env: {} },
    fallbacks: options.fallback ?? [],
    validations: options.validate ?? settings["task.validations"] ?? [],
    review: options.reviewer ?? options.review === true,
    approve: options.approve === true,
    target: options.target ?? null,
    parallel: options.parallel ?? null,
    timeoutMs: options.timeout ?? null,
    costUsd: options.maxCost ?? null,
  };
}

interface Settled {
  readonly folder: string;
  readonly requirements: readonly Requirement[];
  readonly ordered: OrderedDraft;
  readonly out: string;
  readonly text: string;
  /** `null`: it was asked for. */
  readonly improvements: Improvements | null;
}

/** Shows it, asks, writes it, and plays it where that was asked for. */
async function settle(terminal: Terminal, options: PlanOptions, settled: Settled): Promise<number> {
  const { folder, ordered, out, text, requirements, improvements } = settled;
  const { plan: built } = readScoreText({ path: out, baseDir: dirname(out), text }, await agentsHere(folder));
  const json = options.json === true;
  const estimate = await estimateOf(terminal, built);
  if (!json)
    for (const line of planLines(terminal, { ...ordered, requirements, plan: built, estimate })) terminal.out(line);
  if (improvements !== null && !json) for (const line of improvementLines(terminal, ordered)) terminal.out(line);
  const shown = relative(process.cwd(), out) || out;
  const isYes = await isAgreed(
    terminal,
    options,
    `Write ${visible(shown)}${options.run === true ? " and run it" : ""}?`,
  );
  if (isYes || canAsk(terminal, options)) await improvements?.decide(ordered.draft.tasks, isYes);
  if (isYes) {
    await makeFolder(dirname(out));
    await writeNew(out, text, options.force === true);
  }
  if (json) terminal.out(JSON.stringify(documentOf({ ...settled, estimate }, isYes)));
  if (!isYes) return exitCodes.usage;
  if (options.run === true) return run(terminal, { score: out, ...sharedWith(options) });
  if (!json) terminal.out(`Wrote ${visible(shown)}. Run it with: tutti run ${shellWord(shown)}`);
  return exitCodes.good;
}

function sharedWith({
  repo,
  env,
  noStart,
  json,
}: PlanOptions): Pick<Parameters<typeof run>[1], "repo" | "env" | "noStart" | "json"> {
  return {
    ...(env === undefined ? {} : { env }),
    ...(repo === undefined ? {} : { repo }),
    ...(noStart === undefined ? {} : { noStart }),
    ...(json === undefined ? {} : { json }),
  };
}

/** By what work of its kind took before. */
async function estimateOf(terminal: Terminal, built: Plan): Promise<Estimate> {
  const { outcomes } = await ask(terminal, (tutti) => tutti.call("learn.export", {}));
  return estimateOfAll(
    built.sheets.map((sheet) => {
      const known = { work: workOf(built, sheet).kind, agent: learnedName(sheet.agent) };
      return { id: sheet.id, after: sheet.after, estimate: estimateFor(outcomes, known) };
    }),
  );
}

function documentOf(
  { requirements, ordered, out, text, estimate }: Settled & { readonly estimate: Estimate },
  isWritten: boolean,
): object {
  const { draft, overlaps } = ordered;
  const path = isWritten ? out : null;
  return { type: "plan", faults: [], requirements, ...draft, overlaps, estimate, score: text, path };
}

function thereAlready(out: string): TuttiError {
  return new TuttiError("cli.usage", `${out} is there already`, {
    audience: "user",
    hint: "--force writes over it, --out names another file, tutti run plays it.",
  });
}
