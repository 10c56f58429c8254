import { type Files, plainFile } from "../files.ts";
import { type Sheet, editPart, partsFile } from "../sheets.ts";

/** What the repository holds before the job. */
export const base: Files = new Map([
  ["list.txt", plainFile("middle\n")],
  ["parts.txt", plainFile(partsFile(["one", "two"]))],
]);

/**
 * Two that conflict whichever lands first, two that merge in one file, one that commits by itself, and one that waits
 * for the others.
 */
export function faultSheets(): readonly Sheet[] {
  const sheets = [listing("apples"), listing("bears"), editing("one"), editing("two"), committing()];
  return [...sheets, { ...creating("last"), after: sheets.map(({ id }) => id) }];
}

/** Sheets that may need a second attempt although no git failed. */
export const mayConflict: ReadonlySet<string> = new Set(["apples", "bears"]);

function listing(word: string): Sheet {
  return {
    id: word,
    agent: { command: ["sh", "-c", `{ echo ${word}; cat list.txt; } | sort -u >list.new && mv list.new list.txt`] },
    validations: [{ command: ["grep", "-q", `^${word}$`, "list.txt"] }],
    change: (files) => {
      const words = new Set(
        [...(files.get("list.txt")?.content ?? "").split("\n"), word].filter((line) => line !== ""),
      );
      files.set("list.txt", plainFile(`${[...words].sort().join("\n")}\n`));
    },
  };
}

function editing(part: string): Sheet {
  const { line, change } = editPart("parts.txt", part);
  return {
    id: part,
    script: [line],
    validations: [{ command: ["grep", "-q", `^${part}: done$`, "parts.txt"] }],
    change,
  };
}

function committing(): Sheet {
  return {
    id: "commits",
    script: ["create own/first.txt committed", "commit first", "create own/second.txt not committed"],
    validations: [{ file_exists: "own/second.txt" }],
    change: (files) => {
      files.set("own/first.txt", plainFile("committed\n"));
      files.set("own/second.txt", plainFile("not committed\n"));
    },
  };
}

function creating(id: string): Sheet {
  return {
    id,
    script: [`create ${id}.txt here`],
    validations: [{ file_exists: `${id}.txt` }],
    change: (files) => files.set(`${id}.txt`, plainFile("here\n")),
  };
}

/** The score with a gate that every landing has to pass. Conflicts go back to agents: only they keep the list sorted. */
export function gated(score: string): string {
  const gates = [{ name: "list", run: ["test", "-s", "list.txt"] }];
  const landing = { gates, merge: { mode: "text" } };
  return JSON.stringify({ ...(JSON.parse(score) as object), landing }, undefined, 1);
}
