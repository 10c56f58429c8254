import { createHash } from "node:crypto";
import { isFault } from "../../../base/fault.ts";
import { makeExcerpt } from "../../../process/output/excerpt.ts";
import { workingFolder } from "../../../checks/kinds/command.ts";
import { asksOf } from "../../../landing/promises/promise.ts";
import { toolchainOf } from "../../../landing/gates/toolchain.ts";
import type { HowEnded } from "../../../process/process.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";
import type { KeptVerdict, VerdictKey } from "../../../store/verdict.ts";
import { checkEnvironment } from "../checking.ts";
import { resolverOf, workspaceOf } from "../equipment.ts";
import { unprepared } from "../furnish.ts";
import type { BaseCommand, CommandRule } from "./commands.ts";
import type { Tried } from "./decide.ts";
import type { TryingGround } from "./ground.ts";
import { meaningOf, unpreparedMeaning } from "./meaning.ts";
import { runFor } from "../sandbox.ts";

export type Answer = Pick<Tried, "meaning" | "output">;

/** From the journal, or by running it; `null`: cancelled, or kept from an answer by a fault of the machine. */
export async function tryCommand(ground: TryingGround, command: BaseCommand): Promise<Answer | null> {
  const { equipment, cancel } = ground;
  const key = await keyOf(ground, command);
  const kept = await equipment.records.verdicts.verdict(key);
  if (kept !== undefined) return { meaning: { kind: kept.passed ? "passes" : "fails" }, output: kept.reason };
  const startedAt = equipment.world.now();
  const answer = await run(ground, command);
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

async function run(ground: TryingGround, command: BaseCommand): Promise<Answer | null> {
  const { equipment, job, commit, cancel, lend } = ground;
  const attempt = { job, sheet: command.sheet, attempt: 1 };
  const use = async (folder: string): Promise<Answer | null> => {
    const scene = emptyScene(workspaceOf(equipment, job), folder);
    const rule = resolverOf(job.plan).validations(command.sheet, scene)[command.place];
    if (rule?.kind !== "command_succeeds") return null;
    const { how, lines } = await runIn(ground, { command, rule, folder });
    const shown = `cd ${rule.command.cwd.path} && ${command.shown}`;
    const meaning = meaningOf(
      { shown, programs: command.programs, how, output: lines.join("\n") },
      await ground.around(how),
    );
    const excerpt = makeExcerpt();
    for (const line of lines) excerpt.add("stdout", line);
    return { meaning, output: excerpt.text() };
  };
  try {
    return await lend(attempt, { commit, purpose: "base", use, cancel });
  } catch (error) {
    if (isFault(error)) return null;
    const { detail } = unprepared(error);
    return { meaning: unpreparedMeaning, output: detail };
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
  const confined = await runFor(equipment, job, { write: [folder], read: [] });
  const end = await confined({
    argv,
    cwd: found,
    env: { ...checkEnvironment(equipment, attempt), ...env },
    output: { kind: "memory", capBytes: mostOutput, cleaner: equipment.programs.cleanerFor([]) },
    limits: { timeoutMs: rule.timeoutMs, cancel },
    tree: "contained",
    role: "check",
  });
  const printed = [end.stdout, end.stderr].map((stream) => stream.toString("utf8").trim());
  const text = printed
    .filter((part) => part !== "")
    .join("\n")
    .replaceAll(folder, ".");
  return { how: end.how, lines: text === "" ? [] : text.split("\n") };
}

const mostOutput = 4 * 1024 * 1024;
