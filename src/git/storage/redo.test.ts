import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../../../test/kit/git.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { readBootId } from "../../process/tree/owner.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import { maintainStore } from "../../isolation/store/maintenance.ts";
import { encodeCommit } from "../objects/bytes/commit-bytes.ts";
import { objectName } from "../objects/bytes/object-name.ts";
import { emptyTree } from "../history/trees.ts";
import { makeRefFile } from "../refs/ref-files.ts";
import { loosePath } from "./loose-path.ts";
import { writeLoose } from "./loose.ts";
import { redoPath } from "./redo.ts";

const ref = (number: number): string => `refs/tutti/snapshots/job/sheet/${String(number)}`;

interface Scene {
  readonly gitDir: string;
  /** A commit that is kept under a ref. */
  readonly keep: (number: number) => Promise<string>;
  /** The machine loses what was not waited for, and starts again. */
  readonly powerCut: (lost: readonly string[]) => void;
  /** The first step of the next start. */
  readonly open: () => Promise<void>;
  readonly tidy: () => ReturnType<typeof maintainStore>;
}

async function makeScene(): Promise<Scene> {
  const { git, store, places, repository } = await wire(makeRepository());
  const { gitDir } = store;
  return {
    gitDir,
    keep: async (number) => {
      const id = await writeOne(gitDir, number);
      expect(await makeRefFile(gitDir, ref(number), id)).toBe(true);
      return id;
    },
    powerCut: (lost) => {
      for (const path of lost) truncateSync(path, 0);
      const log = readFileSync(redoPath(gitDir), "latin1");
      rmSync(redoPath(gitDir));
      writeFileSync(redoPath(gitDir), log.replace(`redo ${readBootId()}`, "redo 00000000"), "latin1");
    },
    open: async () => {
      await openObjectStore(git, places.repositories, { ...store.repository, top: repository.path });
    },
    tidy: () => maintainStore(git, store, { isAnyContextAlive: () => Promise.resolve(false), threshold: 1 }),
  };
}

async function writeOne(gitDir: string, number: number): Promise<string> {
  const by = { name: "T", email: "t@t" };
  const message = `number ${String(number)}\n`;
  const bytes = encodeCommit({ tree: emptyTree("sha1"), parents: [], message, by, at: 0 as never });
  const id = objectName("sha1", "commit", bytes);
  await writeLoose(gitDir, [[id, { type: "commit", bytes }]]);
  return id;
}

const read = (gitDir: string, id: string): string => gitIn(gitDir, ["cat-file", "-t", id]);

describe.skipIf(readBootId() === "")("after a power cut", () => {
  it("objects and refs that were waited for are there, though their own files were lost", async () => {
    const { gitDir, keep, powerCut, open } = await makeScene();
    const ids = [await keep(1), await keep(2), await keep(3)];
    const [first = "", second = "", third = ""] = ids;
    powerCut([loosePath(gitDir, first), loosePath(gitDir, third), join(gitDir, ref(1)), join(gitDir, ref(3))]);
    rmSync(loosePath(gitDir, second), { force: true });
    rmSync(join(gitDir, ref(2)));
    await open();
    expect(ids.map((id) => read(gitDir, id))).toEqual(["commit", "commit", "commit"]);
    expect([1, 2, 3].map((number) => gitIn(gitDir, ["rev-parse", ref(number)]))).toEqual(ids);
    expect(existsSync(redoPath(gitDir))).toBe(false);
  });

  it("an object that was not waited for can be made again, and a broken ref is no obstacle", async () => {
    const { gitDir, powerCut, open } = await makeScene();
    const id = await writeOne(gitDir, 1);
    const log = statSync(redoPath(gitDir)).size;
    mkdirSync(dirname(join(gitDir, ref(9))), { recursive: true });
    writeFileSync(join(gitDir, ref(9)), "");
    truncateSync(redoPath(gitDir), log - 20);
    powerCut([loosePath(gitDir, id)]);
    await open();
    expect(existsSync(loosePath(gitDir, id))).toBe(false);
    await writeOne(gitDir, 1);
    expect([read(gitDir, id), existsSync(join(gitDir, ref(9)))]).toEqual(["commit", false]);
  });

  it("a record that is cut hides none of those behind it", async () => {
    const { gitDir, keep, powerCut, open } = await makeScene();
    const first = await keep(1);
    appendFileSync(redoPath(gitDir), `\n#object ${"a".repeat(40)} 1000\nhalf`);
    const second = await keep(2);
    powerCut([loosePath(gitDir, first), loosePath(gitDir, second), join(gitDir, ref(2))]);
    await open();
    expect([read(gitDir, first), read(gitDir, second)]).toEqual(["commit", "commit"]);
    expect(gitIn(gitDir, ["rev-parse", ref(2)])).toBe(second);
  });

  it("nothing is made again that lies in a pack, and later objects have a log of their own", async () => {
    const { gitDir, keep, powerCut, open, tidy } = await makeScene();
    const first = await keep(1);
    expect(await tidy()).toMatchObject({ kind: "packed" });
    expect(existsSync(redoPath(gitDir))).toBe(false);
    const second = await keep(2);
    expect(readFileSync(redoPath(gitDir), "latin1")).not.toContain(first);
    powerCut([loosePath(gitDir, second)]);
    await open();
    expect([first, second].map((id) => read(gitDir, id))).toEqual(["commit", "commit"]);
    expect(existsSync(loosePath(gitDir, first))).toBe(false);
    expect(gitIn(gitDir, ["rev-parse", ref(1)])).toBe(first);
  });
});

it("a store of this start of the machine is opened without a look at its files", async () => {
  const { gitDir, keep, open } = await makeScene();
  await keep(1);
  const before = readFileSync(redoPath(gitDir));
  await open();
  expect(readFileSync(redoPath(gitDir))).toEqual(before);
});
