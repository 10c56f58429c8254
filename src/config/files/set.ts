import { withValue } from "./edit.ts";
import { readSmall } from "../../base/read-small.ts";
import { entryOf, isKey, type Key } from "../keys.ts";
import { type ConfigFile, readLayer, unknownKey } from "../layer.ts";
import { projectConfigPath, userConfigPath } from "./places.ts";
import { configError } from "../problem.ts";
import { writeConfigFile } from "./write.ts";

export interface Setting {
  readonly key: string;
  readonly text: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of the project whose file is written; `null` for the user's own. */
  readonly project: string | null;
}

export interface SetDone {
  readonly key: Key;
  readonly value: string | number | boolean;
  readonly path: string;
}

/** Sets one key in a file. The key, its value and what the file says already are checked before anything is written. */
export async function setInFile({ key: name, text, env, project }: Setting): Promise<SetDone> {
  if (!isKey(name)) throw refused(name, unknownKey(name));
  const { kind, scope } = entryOf(name);
  const value = kind.readText(text.trim());
  if (value === undefined) throw refused(name, `must be ${kind.wanted}, not ${JSON.stringify(text)}`);
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
