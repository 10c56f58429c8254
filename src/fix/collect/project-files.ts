import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { readPlainText } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";
import { type AdviceBook, toolAdvice } from "../ask/advice/advice.ts";
import { type FixSettings, noFixSettings, readFixSettings } from "../options/file.ts";

const settingsPath = ".tutti/fix.yaml";

/** From the user's checkout, committed or not. */
export async function readProjectSettings(top: string): Promise<FixSettings> {
  const path = join(top, settingsPath);
  return (await exists(path)) ? readFixSettings(await readPlainText(path), settingsPath) : noFixSettings;
}

const adviceFolder = ".tutti/advice";
const mostFiles = 2_000;

export async function readAdvice(top: string): Promise<AdviceBook> {
  const folder = join(top, adviceFolder);
  const found = (await filesBelow(folder).catch(() => [])).filter((path) => path.endsWith(".md")).slice(0, mostFiles);
  const own = new Map<string, string>();
  for (const path of found) own.set(path.slice(folder.length + 1), await readPlainText(path));
  return { own, shipped: await readShippedAdvice() };
}

export async function readShippedAdvice(): Promise<AdviceBook["shipped"]> {
  const paths = await filesBelow(fileURLToPath(new URL("../ask/advice/shipped", import.meta.url)));
  const read = paths.map(async (path) => toolAdvice.parse(parse(await readFile(path, "utf8"))));
  return new Map((await Promise.all(read)).flatMap((advice) => advice.tools.map((tool) => [tool, advice])));
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
