import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { messageOf } from "../../base/error.ts";
import { isReference, referenceOf } from "../../forge/issues/reference.ts";
import { readIssue } from "../../forge/issues/tracker.ts";
import { issueText } from "../../plan/issue.ts";
import { forgeMeans } from "../../root/forge-means.ts";
import { readInput, readPiped, usage } from "../terminal/input.ts";

/** The text to plan, and a name for its plan. */
export interface Source {
  readonly text: string;
  readonly name: string | null;
}

/** Words are the requirements themselves; an address, `@FILE`, a file, a folder or `-` is where they are. */
export async function sourceOf(words: readonly string[]): Promise<Source> {
  const [only = "", ...more] = words;
  if (words.length === 0 || (only === "-" && more.length === 0)) return required((await readPiped()) ?? "", null);
  if (more.length > 0) return required(words.join("\n"), null);
  if (isReference(only, process.env)) return fetchedIssue(only);
  if (/^https?:\/\/\S+$/.test(only)) return fetched(new URL(only));
  const path = only.startsWith("@") ? only.slice(1) : only;
  const kind = await kindOf(path);
  if (kind === "folder") return required(await folderText(path), basename(resolve(path)));
  if (kind === "file" || only.startsWith("@")) return required(await readInput(path), basename(path));
  return required(only, null);
}

function required(text: string, file: string | null): Source {
  const name = file?.replace(/\.[^.]*$/, "") ?? null;
  if (text.trim() !== "") return { text, name };
  throw usage("what is to be planned?", 'Say it: tutti plan "a --json flag for list" (or @FILE, or pipe it in).');
}

/** A sentence is no path; a path of several hundred characters is a sentence. */
async function kindOf(word: string): Promise<"file" | "folder" | null> {
  if (word.length > 400 || word.includes("\n")) return null;
  return stat(word).then(
    (found) => (found.isFile() ? "file" : found.isDirectory() ? "folder" : null),
    () => null,
  );
}

const mostFiles = 50;

/**
 * The specification in a folder: `spec.md` and `requirements.md` (Spec Kit, Kiro), the specs of a change (OpenSpec), or
 * all pages in it (Backlog). Files that planners wrote beside it, such as `plan.md` and `tasks.md`, are skipped.
 */
async function folderText(folder: string): Promise<string> {
  const pages = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const specs = pages.filter((page) => /^(?:spec|requirements)\.md$/.test(basename(page)));
  const others = pages.filter((page) => !/^(?:plan|tasks|design|research|quickstart)\.md$/.test(basename(page)));
  const chosen = specs.length > 0 ? specs : others;
  if (chosen.length === 0)
    throw usage(`${folder} has no page (.md) with requirements`, "Name the file that has them: tutti plan @FILE");
  if (chosen.length > mostFiles)
    throw usage(`${folder} has ${String(chosen.length)} pages`, "Name the folder of one specification, or one file.");
  const texts = [];
  for (const page of chosen) texts.push((await readInput(page)).trim());
  return texts.join("\n\n");
}

const mostBytes = 512 * 1024;
const longestMs = 20_000;

/** A page of plain text. A page that never ends is cut off by time and size. */
async function fetched(address: URL): Promise<Source> {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  if (address.protocol !== "https:" && !isLocal)
    throw usage(`${address.href} is not https`, "Anyone on the way could change what is asked for.");
  return required(await textAt(address), basename(address.pathname));
}

async function fetchedIssue(name: string): Promise<Source> {
  const reference = referenceOf(name, process.env);
  const issue = await readIssue(reference, forgeMeans(process.env));
  return required(issueText(issue), `issue-${String(reference.number)}`);
}

async function textAt(address: URL): Promise<string> {
  const refused = (why: string): Error =>
    usage(`${address.href} can't be read: ${why}`, "Save it and name the file: tutti plan @FILE");
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(longestMs) });
    if (!answer.ok) throw refused(`the server says ${String(answer.status)}`);
    const type = answer.headers.get("content-type") ?? "";
    if (!/^(?:text\/(?:plain|markdown|x-markdown)|application\/(?:vnd\.github\+)?json)\b/.test(type))
      throw refused(`it is ${type === "" ? "of no type" : type}, not plain text`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw refused("it is larger than 512 KB");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw error instanceof TypeError || (error as Error).name === "TimeoutError" ? refused(messageOf(error)) : error;
  }
}
