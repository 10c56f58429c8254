import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Document, isMap, isNode, parseDocument } from "yaml";
import { TuttiError, messageOf } from "../../base/error.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { readSmall } from "../../base/files/read-small.ts";
import { type Key, entryOf, isKey } from "../keys.ts";
import { type ConfigFile, readLayer, unknownKey } from "../layer.ts";
import type { Value } from "../kinds.ts";
import { configError } from "../problem.ts";
import { projectConfigPath, userConfigPath } from "./places.ts";

export interface Setting {
  readonly key: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of the project whose file is written; `null` for the user's own. */
  readonly project: string | null;
}

export interface SetDone {
  readonly key: Key;
  readonly value: NonNullable<Value>;
  readonly path: string;
}

/** Sets one key in a file. The key, its value and what the file says already are checked before anything is written. */
export async function setInFile({ key: name, text, env, project }: Setting): Promise<SetDone> {
  if (!isKey(name)) throw refused(name, unknownKey(name));
  const { kind, scope } = entryOf(name);
  const value = kind.isSecret === true ? kind.read(text.trim()) : kind.readText(text.trim());
  if (value === undefined)
    throw refused(name, `must be ${kind.wanted}${kind.isSecret === true ? "" : `, not ${JSON.stringify(text)}`}`);
  if (project !== null && scope === "machine")
    throw refused(name, "is not for one project but for the whole machine: leave out --project");
  const userPath = userConfigPath(env);
  const file: ConfigFile =
    project === null
      ? { level: "user", path: userPath, userPath }
      : { level: "project", path: await projectConfigPath(project), userPath };
  const read = await readSmall(file.path);
  if (read.kind === "unreadable") throw refused(file.path, `can't be read: ${read.why}`);
  const before = read.kind === "read" ? read.text : "";
  const faults = readLayer(before, file).problems;
  if (faults.length > 0) throw configError(faults);
  const printed = kind.print(value) ?? kind.word ?? "";
  await writeConfigFile(file.path, withValue(before, name, printed), project === null ? 0o600 : 0o644);
  return { key: name, value: printed, path: file.path };
}

function refused(where: string, message: string): ReturnType<typeof configError> {
  return configError([{ source: "flag", where, message }]);
}

/** A file's text with one key set. Comments, order and everything else stay as they were. */
export function withValue(text: string, key: Key, value: NonNullable<Value>): string {
  const document = text.trim() === "" ? new Document() : parseDocument(text);
  const path = key.split(".");
  const [group = ""] = path;
  // A group whose keys are all commented out, or a file that is all comments, holds nothing to set a key in.
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const before = document.get(group, true);
  if (path.length > 1 && !isMap(before)) {
    const map = document.createNode({});
    map.commentBefore = isNode(before) ? (before.commentBefore ?? before.comment ?? null) : null;
    document.set(group, map);
  }
  document.setIn(path, value);
  return document.toString({ lineWidth: 0 });
}

/** Puts a text in a settings file's place in one step. A link stays a link, and the mode stays. */
async function writeConfigFile(path: string, text: string, newMode: number): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const real = await realpath(path).catch(() => path);
    const mode = await stat(real).then(
      (status) => status.mode & 0o7777,
      () => newMode,
    );
    await replace(real, text, mode);
  } catch (error) {
    throw new TuttiError("config.invalid", `${path} can't be written: ${messageOf(error)}`, {
      audience: "environment",
      hint: "Nothing was changed.",
      cause: error,
    });
  }
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  // A name that cannot be guessed: in a checkout that was cloned, a draft with a known name could be a link to
  // anywhere.
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  const file = await open(draft, "wx", 0o600);
  try {
    try {
      await file.writeFile(text);
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
