import { dirname, join, resolve } from "node:path";
import type { AgentView } from "../../api/contract/agents.ts";
import { exists } from "../../base/files/exists.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { readSmall } from "../../base/files/read-small.ts";
import { projectConfigName } from "../../base/home/project-config.ts";
import { branchName, visible } from "../../base/text.ts";
import { readSettings } from "../../config/read.ts";
import { openGround } from "../../fix/collect/ground.ts";
import { openWorkshop } from "../../fix/collect/workshop.ts";
import { detectProject } from "../../plan/project/detect.ts";
import { type DetectedProject, type Listing, filesToRead } from "../../plan/project/listing.ts";
import { mergedText } from "../../plan/project/merge.ts";
import { type Proposal, type TriedCommand, configText, gatesText } from "../../plan/project/proposal.ts";
import { act, ask, newKey } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { environmentHere, settingFrom } from "../setting.ts";
import { isAgreed, usage } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeNew } from "../write-new.ts";
import { type Found, type SetupFile, taskPlan, taskWords, wholePlan } from "./words.ts";

export interface SetupOptions {
  readonly repo?: string;
  readonly yes?: true;
  readonly force?: true;
  readonly json?: true;
}

/** Looks at a repository, tries its own commands, and writes what a first task needs after a yes. */
export async function setUpProject(terminal: Terminal, options: SetupOptions): Promise<number> {
  const folder = resolve(options.repo ?? ".");
  const { top, target, listing } = await lookAt(folder);
  const gateFile = ".tutti/gates.yaml";
  const old = await readOld(top, [projectConfigName, gateFile]);
  const [there] = old.keys();
  if (options.force !== true && there !== undefined)
    throw usage(`${there} is there already`, "--force adds what it lacks; what you wrote stays.");
  const detected = detectProject(listing);
  const agents = await agentsIn(terminal, folder);
  if (options.json !== true && detected.commands.length > 0)
    terminal.err(terminal.dim(`trying ${detected.commands.map(({ run }) => visible(run)).join("; ")} …`));
  const proposal: Proposal = {
    agent: await chosenAgent(agents, folder),
    target: branchName(target),
    prepare: detected.prepare,
    commands: await tried(terminal, folder, detected),
  };
  const gates = gatesText(proposal);
  const files: readonly SetupFile[] = [
    { path: projectConfigName, text: configText(proposal) },
    ...(gates === null ? [] : [{ path: gateFile, text: gates }]),
  ].map((file) => mergedFile(file, old.get(file.path)));
  const changed = files.filter(({ text, before }) => text !== before);
  const found = { top, detected, agents, proposal, files };
  if (options.json !== true) for (const line of wholePlan(terminal, found)) terminal.out(line);
  const question = `Write ${changed.map(({ path }) => path).join(" and ")}?`;
  const isYes = changed.length === 0 || (await isAgreed(terminal, options, question));
  if (isYes) for (const { path, text, before } of changed) await writeIn(top, { path, text }, before !== undefined);
  if (options.json === true) terminal.out(JSON.stringify(answerOf(found, isYes)));
  else if (isYes) for (const line of taskWords(terminal, found)) terminal.out(line);
  return isYes ? exitCodes.good : exitCodes.usage;
}

interface Looked {
  readonly top: string;
  readonly target: string;
  readonly listing: Listing;
}

async function lookAt(folder: string): Promise<Looked> {
  const workshop = await openWorkshop(settingFrom(process.env), {
    folder,
    cancel: new AbortController().signal,
    notice: () => undefined,
  });
  const ground = await openGround(workshop, { folder, target: null, inPlace: false });
  const { top, files } = { top: ground.top ?? folder, files: ground.files };
  const texts = new Map<string, string>();
  for (const path of filesToRead(files)) {
    const read = await readSmall(join(top, path));
    if (read.kind === "read") texts.set(path, read.text);
  }
  const installed = new Set<string>();
  for (const name of ["node_modules", ".venv", "venv"]) if (await exists(join(top, name))) installed.add(name);
  const known = new Set(files);
  return {
    top,
    target: ground.target ?? "",
    listing: { files, has: (path) => known.has(path), read: (path) => texts.get(path), installed },
  };
}

/** The files that a person wrote, or an earlier `tutti init`. */
async function readOld(top: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const old = new Map<string, string>();
  for (const path of paths) {
    const read = await readSmall(join(top, path));
    if (read.kind === "unreadable") throw usage(`${path} can't be read: ${read.why}`, "Move it away, or repair it.");
    if (read.kind === "read") old.set(path, read.text);
  }
  return old;
}

function mergedFile({ path, text }: { path: string; text: string }, before: string | undefined): SetupFile {
  if (before === undefined) return { path, text, kept: [] };
  const merged = mergedText(before, text);
  if (merged === null)
    throw usage(`${path} is there and is no map of YAML, so nothing can be added to it`, "Repair it, or move it away.");
  return { path, ...merged, before };
}

async function writeIn(top: string, { path, text }: Pick<SetupFile, "path" | "text">, force: boolean): Promise<void> {
  await makeFolder(dirname(join(top, path)));
  await writeNew(join(top, path), text, force);
}

/** Those that are installed. */
async function agentsIn(terminal: Terminal, folder: string): Promise<readonly AgentView[]> {
  const view = await ask(terminal, (tutti) =>
    tutti.call("agents.check", { folder, environment: environmentHere(), names: [] }),
  );
  return view.agents.filter(({ program }) => program !== null);
}

/** The setting, where it works; else the first that does. */
async function chosenAgent(agents: readonly AgentView[], folder: string): Promise<string | null> {
  const { settings } = await readSettings({ env: process.env, project: folder });
  const working = agents.filter(({ problems }) => problems.length === 0).map(({ name }) => name);
  return working.find((name) => name === settings["agents.default"]) ?? working[0] ?? null;
}

async function tried(terminal: Terminal, folder: string, detected: DetectedProject): Promise<readonly TriedCommand[]> {
  const { commands, prepare } = detected;
  if (commands.length === 0) return [];
  const { reports } = await act(terminal, (tutti) =>
    tutti.call("gates.try", {
      folder,
      commands: commands.map(({ role, run }, place) => ({ name: `${role} ${place + 1}`, run })),
      prepare: prepare.map(({ run }) => run),
      environment: environmentHere(),
      key: newKey(),
    }),
  );
  return commands.map((command, place) => {
    const { passed = false, reason = "it was not run", ms = 0, log = null } = reports[place] ?? {};
    return { ...command, passed, reason, ms, log };
  });
}

function answerOf({ top, detected, agents, proposal, files }: Found, written: boolean): unknown {
  return {
    repository: top,
    kinds: detected.kinds,
    agents: agents.map(({ name, version, login, problems }) => ({ name, version, login, problems })),
    commands: proposal.commands,
    prepare: proposal.prepare,
    files,
    written,
    task: taskPlan({ proposal, files }),
  };
}
