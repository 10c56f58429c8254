import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readInput, readPiped, usage } from "../terminal/input.ts";

/** What is to be planned, and what a plan of it may be called. */
export interface Source {
  readonly text: string;
  readonly name: string | null;
}

/** Words are the requirements themselves; `@FILE`, the path of a file or `-` is where they are. */
export async function sourceOf(words: readonly string[]): Promise<Source> {
  const [only = "", ...more] = words;
  if (words.length === 0 || (only === "-" && more.length === 0)) return required((await readPiped()) ?? "", null);
  if (more.length > 0) return required(words.join("\n"), null);
  if (only.startsWith("@")) return required(await readInput(only.slice(1)), basename(only.slice(1)));
  return (await isFile(only)) ? required(await readInput(only), basename(only)) : required(only, null);
}

function required(text: string, file: string | null): Source {
  const name = file?.replace(/\.[^.]*$/, "") ?? null;
  if (text.trim() !== "") return { text, name };
  throw usage("what is to be planned?", 'Say it: tutti plan "a --json flag for list" (or @FILE, or pipe it in).');
}

/** A sentence is no path; a path of several hundred characters is a sentence. */
async function isFile(word: string): Promise<boolean> {
  if (word.length > 400 || word.includes("\n")) return false;
  return stat(word).then(
    (found) => found.isFile(),
    () => false,
  );
}
