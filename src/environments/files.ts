import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError, messageOf } from "../base/error.ts";
import { readSmall } from "../base/files/read-small.ts";
import { writeWhole } from "../base/files/write/write-whole.ts";
import { type ReadEnvironment, readEnvironment, requireName } from "./read.ts";

/** One file each, beside the person's settings. */
export interface EnvironmentFolder {
  readonly path: string;
}

function fileOf({ path }: EnvironmentFolder, name: string): string {
  requireName(name);
  return join(path, `${name}.yaml`);
}

export async function listEnvironments({ path }: EnvironmentFolder): Promise<readonly string[]> {
  const entries = await readdir(path).catch(() => []);
  return entries
    .filter((entry) => entry.endsWith(".yaml") && !entry.startsWith("."))
    .map((entry) => entry.slice(0, -".yaml".length))
    .toSorted();
}

export async function readText(folder: EnvironmentFolder, name: string): Promise<{ path: string; text: string }> {
  const path = fileOf(folder, name);
  const read = await readSmall(path);
  if (read.kind === "read") return { path, text: read.text };
  if (read.kind === "unreadable") throw failed(`${path} can't be read: ${read.why}`);
  const known = await listEnvironments(folder);
  throw new TuttiError("environment.unknown", `there is no environment ${name}`, {
    audience: "user",
    hint: known.length === 0 ? `Make it: tutti env create ${name}` : `There are ${known.join(", ")}.`,
  });
}

export async function openEnvironment(folder: EnvironmentFolder, name: string): Promise<ReadEnvironment> {
  const { path, text } = await readText(folder, name);
  return readEnvironment(name, text, path);
}

/**
 * Checks the text, then puts it in the place of the file in one step. `before`: what the writer saw; another's change
 * since then is not overwritten.
 */
export async function writeEnvironment(
  folder: EnvironmentFolder,
  name: string,
  { text, before }: { readonly text: string; readonly before: string | null },
): Promise<{ readonly path: string }> {
  const path = fileOf(folder, name);
  readEnvironment(name, text, path);
  const now = await readSmall(path);
  const seen = now.kind === "read" ? now.text : null;
  if (now.kind === "unreadable" || seen !== before)
    throw failed(
      before === null ? `there is an environment ${name} already: ${path}` : `${path} was changed meanwhile`,
    );
  try {
    await mkdir(folder.path, { recursive: true, mode: 0o700 });
    await writeWhole(path, text);
  } catch (error) {
    throw failed(`${path} can't be written: ${messageOf(error)}`);
  }
  return { path };
}

export async function removeEnvironment(folder: EnvironmentFolder, name: string): Promise<void> {
  await readText(folder, name);
  await rm(fileOf(folder, name));
}

function failed(message: string): TuttiError {
  return new TuttiError("environment.invalid", message, { audience: "user", hint: "Nothing was changed." });
}
