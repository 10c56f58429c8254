import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readAnswer } from "../../agents/run/log.ts";
import type { Attempt } from "../hands.ts";
import type { Upstream } from "../../schedule/upstream.ts";
import { globMatcher } from "../../score/match/glob.ts";
import { type LateText, type Scene, emptyScene } from "../../score/resolve/scene.ts";
import type { FilePlace } from "../../score/plan/command.ts";
import { type Equipment, resolverOf, workspaceOf } from "./equipment.ts";
import { findInside, readInside } from "../../checks/read-inside.ts";

/** The values known when an agent starts: its folders, and the output and files of the sheets before it. */
export async function sceneFor(
  equipment: Equipment,
  attempt: Attempt,
  now: { contextPath: string; upstream: Upstream; effort: number },
): Promise<Scene> {
  const { job, sheet } = attempt;
  const resolver = resolverOf(job.plan);
  const bare: Scene = {
    ...emptyScene(workspaceOf(equipment, job), now.contextPath),
    skippedUpstream: now.upstream.skipped,
    effort: now.effort,
  };
  const lateFiles = new Map<number, readonly LateText[]>();
  for (const { place, path, isFolder } of resolver.lateFiles(sheet, bare)) {
    // Its heading is where it lies, not the template of that.
    const name = path.kind === "means" ? path.value.path : (job.plan.files[place]?.name ?? "");
    const text = path.kind === "means" && !isFolder ? await textAt(bare, path.value) : undefined;
    const texts =
      path.kind === "means" && isFolder
        ? await textsIn(bare, path.value, name)
        : text === undefined
          ? []
          : [{ name, text }];
    if (texts.length > 0) lateFiles.set(place, texts);
    else
      equipment.notice(
        `${sheet.id}: ${name} ${isFolder ? "holds no file" : "is not there"} yet, so its prompt goes without it`,
      );
  }
  const cross = job.plan.crossSheet;
  if (cross === null) return { ...bare, lateFiles };
  const previousOutputs = cross.outputs ? await outputsOf(equipment, attempt, now.upstream) : new Map<number, string>();
  const previousFiles = new Map<string, string>();
  for (const glob of resolver.previousFiles(sheet, bare)) {
    if (glob.kind === "wrong") continue;
    for (const place of await findMatching(folderOf(bare, glob.value), glob.value)) {
      const text = await textAt(bare, place);
      if (text !== undefined) previousFiles.set(join(folderOf(bare, place), place.path), clipped(text, cross.maxChars));
    }
  }
  return { ...bare, lateFiles, previousOutputs, previousFiles };
}

async function outputsOf(
  equipment: Equipment,
  { job }: Attempt,
  upstream: Upstream,
): Promise<ReadonlyMap<number, string>> {
  const { lookback, maxChars } = job.plan.crossSheet ?? { lookback: 0, maxChars: 0 };
  const finished = new Map(upstream.finished.map((end) => [end.sheet.numbers.sheet_num, end]));
  const numbers = [...finished.keys(), ...upstream.skipped].toSorted((one, other) => one - other);
  const outputs = new Map<number, string>();
  for (const number of lookback === 0 ? numbers : numbers.slice(-lookback)) {
    const end = finished.get(number);
    outputs.set(number, end === undefined ? "[SKIPPED]" : await outputOf(equipment, job, { ...end, maxChars }));
  }
  return outputs;
}

/** The answer of an attempt's agent, from its log. */
export async function outputOf(
  equipment: Equipment,
  job: Attempt["job"],
  of: Upstream["finished"][number] & { readonly maxChars: number },
): Promise<string> {
  const { sheet, attempt, agent, maxChars } = of;
  const folder = equipment.places.attempt(job.id, sheet.id, attempt);
  // Events are for programs: what the agent said is in them.
  const answer = await readAnswer(await equipment.programs.agents.agentFor(agent), folder, () => equipment.world.now());
  return answer === null ? headOf(join(folder, "stdout.log"), maxChars) : clipped(answer, maxChars);
}

/** The beginning of a log, which may be large; empty when there is none. */
async function headOf(path: string, maxChars: number): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return "";
  try {
    // A character takes up to four bytes; one more tells whether anything was cut.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxChars * 4 + 4));
    return clipped(new TextDecoder().decode(buffer.subarray(0, bytesRead)), maxChars);
  } finally {
    await file.close();
  }
}

function clipped(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}\n... [truncated]`;
}

// Far more than a prompt can hold; a glob over a whole disk must finish.
const maxFiles = 1_000;
const maxVisited = 100_000;

/** The files below a folder that match a glob, sorted. Links are not followed. */
async function findMatching(folder: string, glob: FilePlace): Promise<readonly FilePlace[]> {
  const matcher = globMatcher([glob.path]);
  if (matcher.kind === "wrong") return [];
  const found: string[] = [];
  const open = [""];
  let visited = 0;
  for (let below = open.pop(); below !== undefined && visited < maxVisited; below = open.pop()) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      visited += 1;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git") open.push(path);
      else if (entry.isFile() && matcher.value(path)) found.push(path);
    }
  }
  return found
    .toSorted()
    .slice(0, maxFiles)
    .map((path) => ({ root: glob.root, path }));
}

/** Larger than any prompt can hold; it is cut in any case. */
const largest = 16 * 1024 * 1024;

function folderOf(scene: Scene, { root }: FilePlace): string {
  return root === "workspace" ? scene.workspace : scene.worktree;
}

async function textAt(scene: Scene, place: FilePlace, most = largest): Promise<string | undefined> {
  const found = await readInside(folderOf(scene, place), place.path, most);
  return found.kind === "text" ? found.text : undefined;
}

/**
 * The files of a folder, not those below, by name. Hidden ones are left out, as from a folder that is read with the
 * score.
 */
async function textsIn(scene: Scene, folder: FilePlace, name: string): Promise<readonly LateText[]> {
  const found = await findInside(folderOf(scene, folder), folder.path);
  if (found.kind !== "folder") return [];
  const entries = await readdir(found.real, { withFileTypes: true }).catch(() => []);
  const files = entries
    .flatMap((entry) => (!entry.name.startsWith(".") && (entry.isFile() || entry.isSymbolicLink()) ? [entry.name] : []))
    .toSorted();
  const texts: LateText[] = [];
  let left = largest;
  for (const file of files.slice(0, maxFiles)) {
    const text = await textAt(scene, { root: folder.root, path: join(folder.path, file) }, left);
    if (text === undefined) continue;
    left -= text.length;
    texts.push({ name: `${name.replace(/\/$/, "")}/${file}`, text });
  }
  return texts;
}
