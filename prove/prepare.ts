import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { type Act, allActs, scriptOf } from "./prepare/acts.ts";
import { environment, openYard } from "./prepare/yard.ts";
import { caseSeed, chanceFrom } from "./seed.ts";

/** No act of an agent on installed packages reaches the checkout or another context. */
export const prepare: Part = {
  name: "prepare",
  summary: "random acts of agents in prepared contexts, 16 at once: no byte of the checkout or of a neighbour changes",
  defaultCount: 500,
  run: provePrepare,
};

const atOnce = 16;
const ways = ["auto", "copy"] as const;
/** Acts that one agent does one after the other. */
const aTurn = 8;

async function provePrepare({ count, seed, say }: PartOrder): Promise<PartResult> {
  const failures: { seed: number; what: string }[] = [];
  let done = 0;
  const turns = Math.max(1, Math.ceil(count / aTurn));
  for (const [place, way] of ways.entries()) {
    // The cheap way gets most of them; copies share nothing that could be reached.
    const own =
      count === 1 ? (place === 0 ? 1 : 0) : way === "auto" ? Math.ceil(turns * 0.75) : Math.floor(turns * 0.25);
    if (own === 0) continue;
    const seeds = Array.from({ length: own }, (_, at) => caseSeed(seed, place * turns + at));
    const result = await tryWay(way, seeds);
    done += result.acts;
    failures.push(...result.changed.map((what) => ({ seed, what: `${way}: ${what}` })));
    say(
      `${way} (${result.how}): ${String(result.acts)} acts in ${String(own)} contexts, ${String(result.changed.length)} changes outside`,
    );
  }
  return { tried: done, failures, figures: { "bytes changed in the checkout or a neighbour": failures.length } };
}

async function tryWay(
  way: (typeof ways)[number],
  seeds: readonly number[],
): Promise<{ acts: number; how: string; changed: readonly string[] }> {
  const root = mkdtempSync(join(tmpdir(), "tutti-prepare-"));
  try {
    const repository = makeCheckout(join(root, "repository"));
    const before = factsOf(repository);
    const yard = await openYard(root, repository, way);
    const witness = await yard.make("witness");
    const seen = await yard.act(witness, look);
    let acts = 0;
    const queue = seeds.entries();
    const work = async (): Promise<void> => {
      for (const [at, own] of queue) {
        const context = await yard.make(`agent-${String(at)}`);
        const chance = chanceFrom(own);
        const chosen = Array.from({ length: aTurn }, (): Act => chance.pick(allActs));
        await yard.act(context, scriptOf(chosen, chance));
        acts += chosen.length;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const seenAfter = await yard.act(witness, look);
    const after = factsOf(repository);
    const how = witness.prepared?.parts[0]?.how ?? "nothing";
    return {
      acts,
      how,
      changed: [
        ...differencesOf(before, after),
        ...(seen.length > 100 && seen === seenAfter ? [] : ["another context sees something else than before"]),
        ...(how === "nothing" ? ["no context was prepared"] : []),
      ],
    };
  } finally {
    execFileSync("chmod", ["-R", "u+rwX", root], { stdio: "ignore" });
    rmSync(root, { recursive: true, force: true });
  }
}

const look =
  "find node_modules .venv -printf '%p %y %m %l %T@ ' -type f -exec sha256sum {} \\; -o -printf '%p %y %m %l %T@\\n' | sort";

const packages = 40;

/** Packages, scopes, links of all kinds, a Python environment. */
function makeCheckout(path: string): string {
  const write = (name: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text, { mode });
  };
  write("a.txt", "a\n");
  write("lib/index.js", "module.exports = 1;\n");
  write("package.json", '{"name":"checkout","version":"1.0.0"}\n');
  write("package-lock.json", '{"lockfileVersion":3,"packages":{}}\n');
  write(".gitignore", "node_modules/\n.venv/\n");
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=B", "-c", "user.email=b@tutti.invalid", ...args], {
      cwd: path,
      env: environment,
    });
  git("init", "-q", "-b", "main");
  git("add", "--all");
  git("commit", "-q", "-m", "all");
  for (let number = 0; number < packages; number += 1) {
    const name = number % 5 === 0 ? `@scope/part-${String(number)}` : `part-${String(number)}`;
    write(`node_modules/${name}/index.js`, `module.exports = ${String(number)};\n`.repeat(20));
    write(`node_modules/${name}/deep/down/file.js`, `1 ${String(number)}\n`);
  }
  write("node_modules/part-1/cli.js", "#!/bin/sh\necho tool 1\n", 0o755);
  mkdirSync(join(path, "node_modules/.bin"));
  symlinkSync("../part-1/cli.js", join(path, "node_modules/.bin/tool"));
  // A package of the repository itself, once by a relative path and once by an absolute one.
  symlinkSync("../lib", join(path, "node_modules/near"));
  symlinkSync(join(path, "lib"), join(path, "node_modules/own"));
  execFileSync("python3", ["-m", "venv", "--without-pip", join(path, ".venv")], { stdio: "ignore" });
  return path;
}

type Facts = ReadonlyMap<string, string>;

/** Everything in the checkout: kind, mode, times of change, content. */
function factsOf(folder: string): Facts {
  const facts = new Map<string, string>();
  const visit = (name: string): void => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const kind = stats.isSymbolicLink() ? `link ${readlinkSync(path)}` : stats.isDirectory() ? "folder" : hashOf(path);
    facts.set(name, `${stats.mode.toString(8)} ${String(stats.mtimeMs)} ${kind}`);
    if (stats.isDirectory())
      for (const child of readdirSync(path)) if (name !== "" || child !== ".git") visit(join(name, child));
  };
  visit("");
  return facts;
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function differencesOf(before: Facts, after: Facts): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} was ${before.get(name) ?? "not there"} and is ${after.get(name) ?? "gone"}`);
}
