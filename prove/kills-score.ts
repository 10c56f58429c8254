import type { FileFact, Files } from "./files.ts";
import { plainFile } from "./files.ts";
import type { Chance } from "./seed.ts";
import type { Sheet } from "./sheets.ts";
import { editPart, partsFile } from "./sheets.ts";

const parts = ["one", "two", "three", "four", "five"];
const manyFiles = Array.from({ length: 150 }, (_, place) => `many/${place}.txt`);
const bigContent = `${Array.from({ length: 400_000 }, (_, place) => place + 1).join("\n")}\n`;

/** What the repository holds before the job. */
export const base: Files = new Map<string, FileFact>([
  ["README.md", plainFile("# A small repository\n")],
  ["shared.txt", plainFile(partsFile(parts))],
  ["old.txt", plainFile("an old file\nof two lines\n")],
  ["attic/chair.txt", plainFile("a chair with three legs\n")],
  ["attic/clock.txt", plainFile("a clock without hands\n")],
  ["move/me.txt", plainFile(partsFile(["alpha", "beta"]))],
  ["tool.sh", plainFile("#!/bin/sh\necho tool\n")],
  ["swap", plainFile("a file that becomes a folder\n")],
  ["nest/egg.txt", plainFile("a folder that becomes a file\n")],
]);

/**
 * Twenty sheets of every kind: new files, edits of one file in different places, deletions, renames, modes, links,
 * files that become folders and the other way round, many files, a big one, an agent that commits by itself, agents
 * that fail or crash at first, and one that leaves children behind.
 */
export function sheetsOf(chance: Chance): readonly Sheet[] {
  const sheets = [...plainSheets(), ...shapeSheets(), ...stumblingSheets(), ...largeSheets()];
  const last = { ...lastSheet(), after: sheets.map((sheet) => sheet.id) };
  return [...sheets, last].map((sheet) => ({
    ...sheet,
    ...(sheet.script === undefined ? {} : { script: withPause(sheet.script, chance) }),
  }));
}

function withPause(script: readonly string[], chance: Chance): readonly string[] {
  return [`sleep ${(chance.next() * 0.05).toFixed(3)}`, ...script];
}

function plainSheets(): readonly Sheet[] {
  return [
    creating("new", "new.txt", "a new file"),
    { ...creating("deep", "a/b/c/deep.txt", "a new file far down"), validations: [] },
    ...["one", "two", "three", "four"].map((part) => editing(part, "shared.txt", part)),
    { ...editing("beside", "shared.txt", "five"), after: ["one"] },
    {
      id: "delete",
      script: ["delete old.txt"],
      validations: [{ command: "test ! -e old.txt" }],
      change: (files) => void files.delete("old.txt"),
    },
  ];
}

function shapeSheets(): readonly Sheet[] {
  return [
    {
      id: "clear",
      script: ["delete attic"],
      validations: [{ command: "test ! -e attic" }],
      change: (files) => {
        files.delete("attic/chair.txt");
        files.delete("attic/clock.txt");
      },
    },
    {
      id: "rename",
      script: ["rename move/me.txt moved/me.txt"],
      validations: [{ file_exists: "moved/me.txt" }, { command: "test ! -e move/me.txt" }],
      change: (files) => {
        files.set("moved/me.txt", files.get("move/me.txt") ?? plainFile(""));
        files.delete("move/me.txt");
      },
    },
    { ...editing("renamed", "moved/me.txt", "beta"), after: ["rename"] },
    {
      id: "mode",
      script: ["mode tool.sh 755"],
      validations: [{ command: "test -x tool.sh" }],
      change: (files) => files.set("tool.sh", { mode: "100755", content: files.get("tool.sh")?.content ?? "" }),
    },
    {
      id: "link",
      script: ["link ../README.md docs/start"],
      validations: [{ command: "test -L docs/start" }],
      change: (files) => files.set("docs/start", { mode: "120000", content: "../README.md" }),
    },
    {
      id: "swap",
      script: ["delete swap", "create swap/inside.txt a folder now"],
      validations: [{ file_exists: "swap/inside.txt" }],
      change: (files) => {
        files.delete("swap");
        files.set("swap/inside.txt", plainFile("a folder now\n"));
      },
    },
    {
      id: "nest",
      script: ["delete nest", "create nest a file now"],
      validations: [{ content_contains: { path: "nest", text: "a file now" } }],
      change: (files) => {
        files.delete("nest/egg.txt");
        files.set("nest", plainFile("a file now\n"));
      },
    },
  ];
}

function stumblingSheets(): readonly Sheet[] {
  // An attempt that was cut short goes on from what it had done, so what is only half of it is taken out again.
  const half = ["create half.txt half"];
  const failing = creating("fails", "fails.txt", "at the second try");
  const crashing = creating("crashes", "crashes.txt", "at the second try, too");
  return [
    { ...failing, script: [...half, "on-attempt 1 fail 3", "delete half.txt", ...(failing.script ?? [])] },
    { ...crashing, script: [...half, "on-attempt 1 crash", "delete half.txt", ...(crashing.script ?? [])] },
    {
      id: "commits",
      script: ["create by-itself/first.txt committed", "commit first", "create by-itself/second.txt not committed"],
      validations: [{ file_exists: "by-itself/first.txt" }, { file_exists: "by-itself/second.txt" }],
      change: (files) => {
        files.set("by-itself/first.txt", plainFile("committed\n"));
        files.set("by-itself/second.txt", plainFile("not committed\n"));
      },
    },
  ];
}

/** Enough to write that a kill can fall into the middle of it. */
function largeSheets(): readonly Sheet[] {
  const script = `mkdir -p many; i=0; while [ $i -lt ${manyFiles.length} ]; do echo "number $i" >many/$i.txt; i=$((i+1)); done; seq 1 400000 >big.txt`;
  return [
    {
      id: "large",
      agent: { command: ["sh", "-c", script] },
      validations: [{ file_exists: "big.txt" }],
      change: (files) => {
        for (const [place, path] of manyFiles.entries()) files.set(path, plainFile(`number ${place}\n`));
        files.set("big.txt", plainFile(bigContent));
      },
    },
  ];
}

function lastSheet(): Sheet {
  const { line, change } = editPart("moved/me.txt", "alpha");
  return {
    id: "last",
    script: ["fork", line, "delete many/7.txt", "create big.txt small after all"],
    validations: [
      { content_contains: { path: "moved/me.txt", text: "alpha: done" } },
      { command: "test ! -e many/7.txt" },
    ],
    change: (files) => {
      change(files);
      files.delete("many/7.txt");
      files.set("big.txt", plainFile("small after all\n"));
    },
  };
}

function creating(id: string, path: string, text: string): Sheet {
  return {
    id,
    script: [`create ${path} ${text}`],
    validations: [{ content_contains: { path, text } }],
    change: (files) => files.set(path, plainFile(`${text}\n`)),
  };
}

function editing(id: string, path: string, part: string): Sheet {
  const { line, change } = editPart(path, part);
  return { id, script: [line], validations: [{ command: ["grep", "-q", `^${part}: done$`, path] }], change };
}
