import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { TuttiError } from "../../base/error.ts";

/** A snapshot of more than this is not a snapshot of a project: somebody started in the wrong folder. */
const mostEntries = 200_000;

/** Refuses to take a home directory or a disk for a project: its snapshot would never end. */
export async function requireModest(folder: string, facts: { home: string; isRepository: boolean }): Promise<void> {
  const inside = relative(folder, facts.home);
  if (inside !== ".." && !inside.startsWith(`..${sep}`)) throw tooMuch(folder, "Tutti's own folder lies in it");
  // What a repository ignores, however much of it there is, is never read.
  if (facts.isRepository) return;
  let seen = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    if (seen > mostEntries) throw tooMuch(folder, `it holds more than ${String(mostEntries)} files`);
    for (const entry of entries) if (entry.isDirectory() && entry.name !== ".git") open.push(join(next, entry.name));
  }
}

function tooMuch(folder: string, why: string): TuttiError {
  return new TuttiError("context.create_failed", `${folder} can't be worked in without isolation: ${why}`, {
    audience: "user",
    hint: "Run tutti in the project's own folder, or make it a git repository.",
  });
}
