import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { kill } from "./census.ts";
import { plainFile } from "./files.ts";
import { inspect } from "./inspection.ts";
import { type Playground, askGit, makePlayground, removePlayground, startingFiles } from "./playground.ts";
import { type Sheet, editPart, expectationOf, partsFile, scoreOf } from "./sheets.ts";
import { runTutti } from "./tutti.ts";
import { itLong } from "../test/kit/long.ts";

const base = new Map([["list.txt", plainFile(partsFile(["one", "two"]))]]);
const sheets: readonly Sheet[] = ["one", "two"].map((id) => {
  const { line, change } = editPart("list.txt", id);
  return { id, script: [line], validations: [{ file_exists: "list.txt" }], change };
});

const pids: number[] = [];
afterEach(() => {
  for (const pid of pids.splice(0)) kill(pid);
});

/** Played once: each case spoils a copy of it in the same place, since a home knows where its repository lies. */
let played: { readonly ground: Playground; readonly copy: string } | undefined;
afterAll(async () => {
  if (played === undefined) return;
  await removePlayground(played.ground);
  rmSync(played.copy, { recursive: true, force: true });
});

/** A job of two sheets that has gone well. */
async function playWell(): Promise<Playground> {
  if (played !== undefined) {
    rmSync(played.ground.folder, { recursive: true, force: true });
    copyFolder(played.copy, played.ground.folder);
    return played.ground;
  }
  const ground = await makePlayground(base, scoreOf(sheets, { isolation: "clone", parallel: 2 }));
  expect(await runTutti(ground, ["run", ground.score])).toMatchObject({ code: 0 });
  played = { ground, copy: `${ground.folder}-copy` };
  copyFolder(ground.folder, played.copy);
  return ground;
}

function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

async function git(ground: Playground, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await askGit(ground, ground.repository, args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout.trim();
}

const look = (ground: Playground) => inspect(ground, expectationOf(startingFiles(base), sheets));

describe("the judge of a finished job", () => {
  it("finds nothing wrong with one that went well", async () => {
    expect(await look(await playWell())).toEqual({ lost: [], doubled: [], left: [], wrong: [] });
  });

  itLong("misses a sheet whose landing is gone", async () => {
    const ground = await playWell();
    await git(ground, "update-ref", "refs/heads/main", "main~1");
    expect((await look(ground)).lost).toHaveLength(1);
  });

  itLong("notices a sheet that landed again", async () => {
    const ground = await playWell();
    const message = await git(ground, "log", "-1", "--format=%B", "main");
    const again = await git(ground, "commit-tree", "main^{tree}", "-p", "main", "-m", message);
    await git(ground, "update-ref", "refs/heads/main", again);
    expect((await look(ground)).doubled).toHaveLength(1);
  });

  itLong("notices locks, drafts, contexts and processes that were left behind", async () => {
    const ground = await playWell();
    writeFileSync(join(ground.repository, ".git/index.lock"), "");
    writeFileSync(join(ground.repository, ".git/index.tutti"), "");
    mkdirSync(join(ground.home, "contexts/job.one.1"));
    const owner = `${createHash("sha256").update(ground.home).digest("hex").slice(0, 16)}.1`;
    const child = spawn("sleep", ["60"], { env: { ...ground.env, TUTTI_OWNER: owner }, stdio: "ignore" });
    await once(child, "spawn");
    pids.push(child.pid ?? 0);

    const left = (await look(ground)).left.join("\n");
    for (const what of [`process ${child.pid ?? 0}`, "contexts/job.one.1", "index.lock", "index.tutti"])
      expect(left).toContain(what);
  });

  it("notices files of the checkout that are not what they should be, the user's own included", async () => {
    const ground = await playWell();
    const spoiled = ["list.txt", "user/notes.txt", "user/untracked.txt", "user/debug.log", "user/more.txt"];
    for (const path of spoiled) writeFileSync(join(ground.repository, path), "spoiled\n");

    const wrong = (await look(ground)).wrong.join("\n");
    for (const path of spoiled) expect(wrong).toContain(`${path} in the checkout`);
  });

  itLong("notices an index that was left behind, and the user's staged change taken out of it", async () => {
    const stale = await playWell();
    await git(stale, "read-tree", "main~2");
    expect((await look(stale)).wrong.join("\n")).toContain("the index differs");

    const unstaged = await playWell();
    await git(unstaged, "reset", "-q");
    expect((await look(unstaged)).wrong.join("\n")).toContain("the index differs");
  });

  itLong("notices a landing that changes something else", async () => {
    const ground = await playWell();
    const { stdout: message } = await askGit(ground, ground.repository, ["log", "-1", "--format=%B", "main"]);
    await git(ground, "read-tree", "main~1");
    await git(ground, "update-index", "--force-remove", "user/notes.txt");
    const commit = await git(ground, "commit-tree", await git(ground, "write-tree"), "-p", "main~1", "-m", message);
    await git(ground, "update-ref", "refs/heads/main", commit);
    expect((await look(ground)).wrong.join("\n")).toMatch(/the landing of \w+ changes user\/notes.txt/);
  });

  itLong("notices an object that is gone, and a receipt", async () => {
    const broken = await playWell();
    rmSync(join(broken.repository, ".git/objects/pack"), { recursive: true });
    expect((await look(broken)).wrong.join("\n")).toContain("git fsck");

    const unreceipted = await playWell();
    await git(unreceipted, "update-ref", "-d", "refs/tutti/receipts");
    expect((await look(unreceipted)).wrong.join("\n")).toContain("tutti verify");
  });
});
