import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";
import { type FixSettings, noFixSettings, readFixSettings } from "../options/file.ts";

const settingsPath = ".tutti/fix.yaml";

/** What the project says of `tutti fix`, as it lies in the user's checkout: it is the user's word, committed or not. */
export async function readProjectSettings(top: string): Promise<FixSettings> {
  const path = join(top, settingsPath);
  return (await exists(path)) ? readFixSettings(await readPlainText(path), settingsPath) : noFixSettings;
}

const adviceFolder = ".tutti/advice";
const mostFiles = 2_000;

/** The project's own advice, by its paths below the folder. */
export async function readAdvice(top: string): Promise<ReadonlyMap<string, string>> {
  const folder = join(top, adviceFolder);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile() && entry.name.endsWith(".md")).slice(0, mostFiles);
  const texts = new Map<string, string>();
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    texts.set(path.slice(folder.length + 1), await readPlainText(path));
  }
  return texts;
}
