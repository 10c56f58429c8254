import { lstat, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { TuttiError, messageOf } from "../../../base/error.ts";
import { schemaId, scoreJsonSchema } from "../../../score/schema/editor/json-schema.ts";
import { writeNew } from "../../write-new.ts";

/** A file to write, and whether it may replace other content. */
interface Target {
  readonly path: string;
  readonly force: boolean;
}

/** As people and editors read it. */
export function schemaText(): string {
  return JSON.stringify(scoreJsonSchema(), null, 2);
}

/** Throws when something is there already. */
export async function requireFree({ path, force }: Target): Promise<void> {
  if (!force && (await isThere(path))) throw taken(path, "is there already");
}

/**
 * Throws unless the schema may be written: an older one of Tutti's is meant to be replaced, anything else
 * belongs to the user.
 */
export async function requireSchemaPlace({ path, force }: Target): Promise<void> {
  if (!force && (await isThere(path)) && !(await isSchema(path)))
    throw taken(path, "is there already, and is no schema of Tutti's");
}

export async function writeScore({ path, force }: Target, text: string): Promise<void> {
  await makeFolderOf(path);
  await writeNew(path, text, force);
}

export async function writeSchema(target: Target): Promise<void> {
  await requireSchemaPlace(target);
  await makeFolderOf(target.path);
  await writeNew(target.path, `${schemaText()}\n`, true);
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function isSchema(path: string): Promise<boolean> {
  try {
    // A pipe would wait for a writer that may never come.
    if (!(await lstat(path)).isFile()) return false;
    const found: unknown = JSON.parse(await readFile(path, "utf8"));
    return typeof found === "object" && found !== null && "$id" in found && found.$id === schemaId;
  } catch {
    return false;
  }
}

async function makeFolderOf(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw new TuttiError("cli.usage", `${path} can't be written: ${messageOf(error)}`, {
      audience: "user",
      cause: error,
    });
  }
}

function taken(path: string, why: string): TuttiError {
  return new TuttiError("cli.usage", `${path} ${why}`, { audience: "user", hint: "--force writes over it." });
}
