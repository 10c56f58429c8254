import { createHash } from "node:crypto";
import { isFault } from "../../../base/fault.ts";
import type { CommitSha, TreeSha } from "../../../base/ids.ts";
import { makeExcerpt } from "../../../checks/excerpt.ts";
import { workingFolder } from "../../../checks/kinds/command.ts";
import { readInside } from "../../../checks/read-inside.ts";
import { readTree } from "../../../git/history/trees.ts";
import { asksOf } from "../../../landing/promises/promise.ts";
import { toolchainOf } from "../../../landing/gates/toolchain.ts";
import type { HowEnded } from "../../../process/process.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";
import { type Job, landingRef } from "../../../sheet/job.ts";
import type { KeptVerdict, VerdictKey } from "../../../store/verdict.ts";
import type { BaseReport } from "../../hands.ts";
import { checkEnvironment } from "../checking.ts";
import { type Equipment, resolverOf, workspaceOf } from "../equipment.ts";
import { unprepared, withCopy } from "../furnish.ts";
import { lookAtAgents } from "./agents.ts";
import { type BaseCommand, type CommandRule, baseCommands, namerOf, tasksOf } from "./commands.ts";
import { type Tried, judgeBase } from "./decide.ts";
import { installedMark } from "./installed.ts";
import { type Meaning, meaningOf } from "./meaning.ts";

interface Base {
  readonly commit: CommitSha;
  readonly cancel: AbortSignal;
}

/** Looks at whatever would make every attempt of a job fail, all at once. */
export async function tryBase(equipment: Equipment, job: Job, base: Base): Promise<BaseReport> {
  const reports = await Promise.all([lookAtAgents(equipment.programs, job.plan), tryCommands(equipment, job, base)]);
  return { problems: reports.flatMap(({ problems }) => problems), told: reports.flatMap(({ told }) => told) };
}

/** Tries what a job will be validated with on the commit that it starts from, in folders that are thrown away. */
async function tryCommands(equipment: Equipment, job: Job, base: Base): Promise<BaseReport> {
  const resolver = resolverOf(job.plan);
  const { commands } = baseCommands(job.plan, resolver, workspaceOf(equipment, job));
  if (commands.length === 0) return { problems: [], told: [] };
  const ground = await groundOf(equipment, job, base);
  const isNamed = namerOf(job.plan);
  const tried = await atMost(mostAtOnce, commands, async (command): Promise<Tried | null> => {
    const answer = await answerOf(ground, command, isNamed);
    if (answer === null) return null;
    const tasks = answer.meaning.kind === "fails" ? tasksOf(job.plan, resolver, command.sheets) : 0;
    return { shown: command.shown, as: "validation", sheets: command.sheets, tasks, ...answer };
  });
  return judgeBase(
    tried.filter((one) => one !== null),
    { target: landingRef(job) ?? "the folder", isFix: false },
  );
}

/** Each command has a folder of its own, so that none meets what another one left. */
const mostAtOnce = 4;

interface TryingGround extends Base {
  readonly equipment: Equipment;
  readonly job: Job;
  readonly tree: TreeSha;
  /** Of the environment and of what is installed in the checkout: a verdict counts while it is the same. */
  readonly mark: string;
}

async function groundOf(equipment: Equipment, job: Job, base: Base): Promise<TryingGround> {
  const { git, store, programs } = equipment;
  const [tree, installed] = await Promise.all([
    readTree(git, store.gitDir, base.commit),
    installedMark(git, store.repository),
  ]);
  const mark = JSON.stringify([
    installed,
    Object.entries(programs.environment).toSorted(),
    job.plan.isolation.borrow,
    job.plan.prepare,
  ]);
  return { ...base, equipment, job, tree, mark };
}

type Answer = Pick<Tried, "meaning" | "output">;

/** `null`: cancelled, or kept from an answer by a fault of the machine. */
async function answerOf(
  ground: TryingGround,
  command: BaseCommand,
  isNamed: (word: string) => boolean,
): Promise<Answer | null> {
  const { equipment, cancel } = ground;
  const key = await keyOf(ground, command);
  const kept = await equipment.records.verdicts.verdict(key);
  if (kept !== undefined) return { meaning: { kind: kept.passed ? "passes" : "fails" }, output: kept.reason };
  const startedAt = equipment.world.now();
  const answer = await run(ground, command, isNamed);
  if (answer === null || cancel.aborted) return null;
  // A person repairs what is broken outside of the tree: it is asked anew each time.
  if (answer.meaning.kind !== "broken")
    await remember(ground, command, {
      ...key,
      name: command.shown,
      passed: answer.meaning.kind === "passes",
      isFlaky: false,
      ms: equipment.world.now() - startedAt,
      at: equipment.world.now(),
      reason: answer.output,
      timedOutMs: null,
    });
  return answer;
}

async function keyOf({ equipment, tree, mark }: TryingGround, { programs, digest }: BaseCommand): Promise<VerdictKey> {
  const toolchain = await toolchainOf(programs, equipment.programs.environment["PATH"]);
  const own = createHash("sha256")
    .update(JSON.stringify(["base", digest, mark]))
    .digest("hex");
  return { tree, digest: own, toolchain, against: null };
}

/** A sheet whose only command this is has kept its promise on this tree; the landing need not ask again. */
async function remember({ equipment, job }: TryingGround, command: BaseCommand, verdict: KeptVerdict): Promise<void> {
  const workspace = workspaceOf(equipment, job);
  const validations = resolverOf(job.plan).validations(command.sheet, emptyScene(workspace, "/tutti/tree"));
  const rule = validations[command.place];
  const promises =
    verdict.passed && rule !== undefined ? asksOf({ job, sheet: command.sheet, attempt: 1 }, [rule], workspace) : [];
  const said = [verdict, ...promises.map(({ digest, name }) => ({ ...verdict, digest, name }))];
  await equipment.records.journal.append(
    said.map((one) => ({ about: "verdict", change: { kind: "said", verdict: one } })),
  );
}

async function run(
  ground: TryingGround,
  command: BaseCommand,
  isNamed: (word: string) => boolean,
): Promise<Answer | null> {
  const { equipment, job, commit, cancel } = ground;
  const attempt = { job, sheet: command.sheet, attempt: 1 };
  const use = async (folder: string): Promise<Answer | null> => {
    const scene = emptyScene(workspaceOf(equipment, job), folder);
    const rule = resolverOf(job.plan).validations(command.sheet, scene)[command.place];
    if (rule?.kind !== "command_succeeds") return null;
    const { how, lines } = await runIn(ground, { command, rule, folder });
    const manifests = await readManifests(folder);
    const meaning = meaningOf(
      { ...command, shown: `cd ${rule.command.cwd.path} && ${command.shown}`, how, output: lines.join("\n") },
      { isNamed, isDeclared: (name) => manifests.includes(plain(name)) },
    );
    const excerpt = makeExcerpt();
    for (const line of lines) excerpt.add("stdout", line);
    return { meaning, output: excerpt.text() };
  };
  try {
    return await withCopy(equipment, attempt, { commit, purpose: "base", use, cancel });
  } catch (error) {
    if (isFault(error)) return null;
    const { detail } = unprepared(error);
    const meaning: Meaning = {
      kind: "broken",
      code: "ready.not_prepared",
      why: "no folder can be prepared for it, nor could any context be",
      next: "Correct prepare.commands in the score or the settings; they have to work in a fresh checkout.",
    };
    return { meaning, output: detail };
  }
}

interface Running {
  readonly command: BaseCommand;
  readonly rule: CommandRule;
  readonly folder: string;
}

/** As the validation runs it, but once; what it prints does not name the folder, which is another each time. */
async function runIn(
  { equipment, job, cancel }: TryingGround,
  { command, rule, folder }: Running,
): Promise<{ readonly how: HowEnded; readonly lines: readonly string[] }> {
  const { argv, env, cwd } = rule.command;
  const attempt = { job, sheet: command.sheet, attempt: 1 };
  const found = await workingFolder({ folder, workspace: workspaceOf(equipment, job) }, cwd);
  if (typeof found !== "string")
    return { how: { kind: "exited", code: 2 }, lines: [`sh: 1: cd: can't cd to ${cwd.path}`] };
  const end = await equipment.programs.run({
    argv,
    cwd: found,
    env: { ...checkEnvironment(equipment, attempt), ...env },
    output: { kind: "memory", capBytes: mostOutput, cleaner: equipment.programs.cleanerFor([]) },
    timeoutMs: rule.timeoutMs,
    tree: "contained",
    cancel,
  });
  const printed = [end.stdout, end.stderr].map((stream) => stream.toString("utf8").trim());
  const text = printed
    .filter((part) => part !== "")
    .join("\n")
    .replaceAll(folder, ".");
  return { how: end.how, lines: text === "" ? [] : text.split("\n") };
}

const mostOutput = 4 * 1024 * 1024;

/** Files in which projects list the packages that they need. */
const manifestNames: readonly string[] = [
  "package.json",
  "pyproject.toml",
  "requirements.txt",
  "requirements-dev.txt",
  "setup.cfg",
  "setup.py",
  "Pipfile",
  "Gemfile",
  "go.mod",
  "Cargo.toml",
  "composer.json",
];

const largestManifest = 1024 * 1024;

async function readManifests(folder: string): Promise<string> {
  const texts = await Promise.all(manifestNames.map((name) => readInside(folder, name, largestManifest)));
  return texts.map((read) => (read.kind === "text" ? plain(read.text) : "")).join("\n");
}

/** Packages are imported by names that are spelled a little differently. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, "");
}

async function atMost<T, R>(most: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...items.entries()];
  const workOn = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, workOn));
  return results;
}
