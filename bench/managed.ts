import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { measureUse } from "../src/isolation/disk/measure.ts";
import { isolate } from "../src/library.ts";
import { requireAddress } from "../src/repositories/address.ts";
import { openManaged, openRepositories } from "../src/repositories/open.ts";
import { git } from "./context/repository.ts";
import { measure, median } from "./measure.ts";
import type { Part } from "./part.ts";

const target = 0.1;
const files = 300;
const commitBytes = 50_000;

/** What a second task on a remote costs, beside the full clone that it would have without a mirror. */
export const managed: Part = {
  name: "managed",
  summary: "a second task's checkout of a remote (fetch, base, context), beside a full clone of it: time and disk",
  defaultRounds: 5,
  numbers: { megabytes: 200 },
  run: async ({ rounds, numbers, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const bare = await makeRemote(join(folder, "remote.git"), numbers["megabytes"] ?? 0);
      const address = requireAddress(`file://${bare}`);
      const home = join(folder, "home");
      const env = { PATH: process.env["PATH"], HOME: folder };
      const parts = await openRepositories({ home, env }, { notice: () => undefined });
      const wanted = { address, environment: null, base: null };
      const first = performance.now();
      const { folder: checkout } = await openManaged(parts, wanted);
      const firstMs = performance.now() - first;
      let number = 0;
      const made: Record<"clone" | "task", string> = { clone: "", task: "" };
      const second = async (): Promise<void> => {
        await openManaged(parts, wanted);
        const isolation = await isolate(checkout, `task-${(number += 1)}`, "clone", { home });
        made.task = isolation.context.path;
        await isolation.close();
      };
      const clone = (): Promise<void> => {
        made.clone = join(folder, `clone-${(number += 1)}`);
        return git(folder, ["clone", "-q", address.url, made.clone]);
      };
      const sizes = { clone: 0, task: 0 };
      const between = async (): Promise<void> => {
        for (const name of ["clone", "task"] as const) {
          if (made[name] === "") continue;
          sizes[name] = (await measureUse(made[name])).bytes;
          if (name === "clone") rmSync(made.clone, { recursive: true, force: true });
          made[name] = "";
        }
      };
      const times = await measure({ clone, second }, { rounds, warmUps: 1, between });
      const [cloneMs, secondMs] = [median(times.clone), median(times.second)];
      const shares = { time: secondMs / cloneMs, disk: sizes.task / sizes.clone };
      say(
        `${String(numbers["megabytes"])} MB of history, ${String(files)} files, ${String(rounds)} rounds by turns, over file`,
      );
      say("| | full clone | first task: mirror and base | second task | second to clone |");
      say("|---|---|---|---|---|");
      say(
        `| time, ms | ${cloneMs.toFixed(0)} | ${firstMs.toFixed(0)} | ${secondMs.toFixed(0)} | ${percent(shares.time)} |`,
      );
      say(`| disk, MB | ${megabytes(sizes.clone)} | | ${megabytes(sizes.task)} | ${percent(shares.disk)} |`);
      return { ratio: Math.max(shares.time, shares.disk), target: { atMost: target } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Files of the sizes that sources have, and a past that does not compress, as that of images and lock files. */
async function makeRemote(path: string, history: number): Promise<string> {
  await git(tmpdir(), ["init", "-q", "--bare", "-b", "main", path]);
  const child = spawn("git", ["--git-dir", path, "fast-import", "--quiet"], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(child, "close");
  const write = async (chunk: string | Buffer): Promise<void> => {
    if (!child.stdin.write(chunk)) await once(child.stdin, "drain");
  };
  const commits = Math.ceil((history * 1e6) / commitBytes);
  for (let number = 0; number < commits; number += 1) {
    await write(`commit refs/heads/main\ncommitter B <b@x> ${String(1_700_000_000 + number)} +0000\ndata 1\nx\n`);
    for (let file = 0; number === 0 && file < files; file += 1) {
      const text = `export const value${String(file)} = ${String(file)};\n`.repeat(1 + ((file * 37) % 200));
      await write(
        `M 644 inline src/part-${String(file % 12)}/file-${String(file)}.ts\ndata ${String(text.length)}\n${text}\n`,
      );
    }
    await write(`M 644 inline asset.bin\ndata ${String(commitBytes)}\n`);
    await write(randomBytes(commitBytes));
    await write("\n");
  }
  child.stdin.end();
  await ended;
  return path;
}
