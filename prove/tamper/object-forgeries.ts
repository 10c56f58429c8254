import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { execFileSync } from "node:child_process";
import type { Forgery } from "./forgery.ts";
import { gitAt, gitOf } from "./forger.ts";
import { type Ground, landed } from "./ground.ts";

/** Where the loose object of a revision lies; what is in packs is taken out of them first. */
function looseObject(ground: Ground, revision: string): string {
  const objects = join(ground.kit.repository, ".git", "objects");
  for (const name of readdirSync(join(objects, "pack")).filter((file) => file.endsWith(".pack"))) {
    const aside = join(ground.kit.root, name);
    renameSync(join(objects, "pack", name), aside);
    unlinkSync(join(objects, "pack", name.replace(/pack$/, "idx")));
    execFileSync("git", ["-C", ground.kit.repository, "unpack-objects", "-q"], { input: readFileSync(aside) });
  }
  const id = gitOf(ground, "rev-parse", revision);
  return join(objects, id.slice(0, 2), id.slice(2));
}

/** A whole object with another content, under a name that is not its own. */
function evilObject(type: string): Buffer {
  return deflateSync(Buffer.from(`${type} 5\0evil\n`));
}

function overwrite(path: string, bytes: Buffer): void {
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

export const objectForgeries: readonly Forgery[] = [
  {
    name: "blob-corrupted",
    title: "a landed file is corrupted on the disk",
    said: "doubted",
    by: "`--deep`",
    args: ["--deep"],
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      const path = looseObject(ground, `main:${sheet}.txt`);
      overwrite(path, chance.pick([Buffer.from("garbage"), evilObject("blob"), readFileSync(path).subarray(0, 8)]));
      return { sheets: [sheet] };
    },
  },
  {
    name: "blob-gone",
    title: "a landed file is gone from the disk",
    said: "doubted",
    by: "`--deep`",
    args: ["--deep"],
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      unlinkSync(looseObject(ground, `main:${sheet}.txt`));
      return { sheets: [sheet] };
    },
  },
  {
    name: "alternates",
    title: "a landed file comes from another store of objects (`objects/info/alternates`), with another content",
    said: "doubted",
    by: "`--deep`",
    args: ["--deep"],
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      const path = looseObject(ground, `main:${sheet}.txt`);
      const evil = join(ground.kit.root, "evil");
      const own = path.split("/").slice(-2).join("/");
      mkdirSync(dirname(join(evil, own)), { recursive: true });
      writeFileSync(join(evil, own), evilObject("blob"));
      unlinkSync(path);
      writeFileSync(join(ground.kit.repository, ".git", "objects", "info", "alternates"), `${evil}\n`);
      return { sheets: [sheet] };
    },
  },
  {
    name: "tree-corrupted",
    title: "the tree of a landed commit is corrupted on the disk",
    said: "doubted",
    by: "it can't be compared with the capture",
    forge: (ground, chance) => {
      overwrite(looseObject(ground, "main^{tree}"), chance.pick([Buffer.from("garbage"), evilObject("blob")]));
      return { sheets: ["c"] };
    },
  },
  {
    name: "commit-corrupted",
    title: "a landed commit is corrupted on the disk",
    said: "refused",
    by: "git can't read the history, and verify says so",
    forge: (ground, chance) => {
      overwrite(looseObject(ground, ground.commits[chance.pick(landed)]), Buffer.from("garbage"));
      return { sheets: [] };
    },
  },
  {
    name: "capture-gone",
    title: "the ref of a capture is deleted in Tutti's store",
    said: "absent",
    by: "the capture is told as absent; the journal still names the commit",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      for (const ref of refsOf(ground, sheet)) gitAt(ground.store, ["update-ref", "-d", ref]);
      return { sheets: [sheet] };
    },
  },
  {
    name: "capture-moved",
    title: "the ref of a capture is moved to something else",
    said: "absent",
    by: "as above: no ref has the capture that the receipt names",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      for (const ref of refsOf(ground, sheet))
        gitAt(ground.store, ["update-ref", ref, gitOf(ground, "rev-parse", "main~3")]);
      return { sheets: [sheet] };
    },
  },
  {
    name: "clone",
    title: "a plain clone, without this home",
    said: "unproven",
    by: "there are no receipts: *claimed*",
    forge: (ground) => ({ sheets: landed, clone: cloneOf(ground) }),
  },
  {
    name: "clone-with-receipts",
    title: "a clone that fetched the receipts, without this home",
    said: "unproven",
    by: "neither capture nor record is there: *consistent*",
    forge: (ground) => {
      const clone = cloneOf(ground);
      gitAt(clone, ["fetch", "-q", "origin", "refs/tutti/receipts:refs/tutti/receipts"]);
      return { sheets: landed, clone };
    },
  },
];

function refsOf(ground: Ground, sheet: string): readonly string[] {
  return gitAt(ground.store, [
    "for-each-ref",
    "--format=%(refname)",
    `refs/tutti/snapshots/${ground.job}/${sheet}/`,
  ]).split("\n");
}

function cloneOf(ground: Ground): string {
  const clone = join(ground.kit.root, "clone");
  if (!existsSync(clone)) gitAt(ground.kit.root, ["clone", "-q", ground.kit.repository, clone]);
  return clone;
}
