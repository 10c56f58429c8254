import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findProgram } from "../../src/process/program.ts";
import { makeConductorKit, until } from "../kit/conductor.ts";
import { tempFolder } from "../kit/folders.ts";
import { makeRepository } from "../kit/repository.ts";
import { findNamespaces } from "../kit/processes.ts";

const counted = ["git", "setpriv", "unshare", "bwrap", "sh", "nice"];
const path = process.env["PATH"];
const hasNamespaces = (await findNamespaces()).some(({ containment }) => containment !== null);

/** Programs first on the PATH that note their start and become the real ones. */
function makeCounters(): { readonly path: string; readonly starts: () => Readonly<Record<string, number>> } {
  const folder = tempFolder();
  const notes = join(folder, "notes");
  writeFileSync(notes, "");
  for (const name of counted) {
    const real = findProgram(name, path, "/");
    if (real.kind === "found")
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} >>'${notes}'\nexec ${real.file} "$@"\n`, {
        mode: 0o755,
      });
  }
  return {
    path: `${folder}:${path ?? ""}`,
    starts: () => {
      const lines = readFileSync(notes, "utf8").split("\n");
      return Object.fromEntries(counted.map((name) => [name, lines.filter((line) => line === name).length]));
    },
  };
}

/** Loaded before the conductor: notes every wait of its own for the disk. Those of git are not seen. */
function makeSyncCounter(): { readonly options: string; readonly syncs: () => number } {
  const folder = tempFolder();
  const [notes, hook] = [join(folder, "notes"), join(folder, "hook.cjs")];
  writeFileSync(notes, "");
  writeFileSync(
    hook,
    `const fs = require("fs");
const note = () => fs.appendFileSync(${JSON.stringify(notes)}, ".");
const noted = (owner, name) => {
  const real = owner[name];
  owner[name] = function (...args) { note(); return real.apply(this, args); };
};
for (const name of ["fsync", "fdatasync", "fsyncSync", "fdatasyncSync"]) noted(fs, name);
fs.promises.open("/dev/null").then((file) => {
  for (const name of ["sync", "datasync"]) noted(Object.getPrototypeOf(file), name);
  return file.close();
});
require("module").syncBuiltinESMExports();
`,
  );
  return { options: `--require ${hook}`, syncs: () => readFileSync(notes, "utf8").length };
}

const sheets = 24;

function scoreOf(name: string, { folder, count }: { readonly folder: string; readonly count: number }): string {
  const agent = join(folder, "agent.sh");
  writeFileSync(agent, `cat >/dev/null; mkdir -p made; echo x >made/$TUTTI_SHEET\n`);
  const ids = Array.from({ length: count }, (_, place) => `${name}-${String(place + 1)}`);
  const all = ids.map((id) => ({ id, prompt: id, validations: [{ command: `test -s made/${id}` }] }));
  const score = join(folder, `${name}.yaml`);
  writeFileSync(score, JSON.stringify({ agent: { command: ["sh", agent] }, parallel: 4, sheets: all }));
  return score;
}

it.skipIf(!hasNamespaces)(
  "a sheet with one command starts few programs, and waits seldom for the disk",
  async () => {
    const programs = makeCounters();
    const disk = makeSyncCounter();
    const kit = makeConductorKit({ more: { PATH: programs.path, NODE_OPTIONS: disk.options } });
    const repository = makeRepository();
    const folder = tempFolder();
    const conductor = kit.begin("start", "--foreground");
    await kit.running();
    const run = (score: string) => kit.cli("run", "--repo", repository.path, score);
    expect(run(scoreOf("warm", { folder, count: 4 }))).toMatchObject({ code: 0 });
    const before = { starts: programs.starts(), syncs: disk.syncs() };
    expect(run(scoreOf("s", { folder, count: sheets }))).toMatchObject({ code: 0 });
    const starts = programs.starts();
    const each = Object.fromEntries(
      counted.map((name) => [name, ((starts[name] ?? 0) - (before.starts[name] ?? 0)) / sheets]),
    );
    const syncs = (disk.syncs() - before.syncs) / sheets;
    conductor.kill("SIGTERM");
    await until(() => conductor.ended);
    // One namespace for the agent, and a few for all checks.
    expect(Math.max(each["setpriv"] ?? 0, each["bwrap"] ?? 0)).toBeLessThanOrEqual(1.5);
    expect(each["git"]).toBeLessThanOrEqual(4);
    expect(Object.values(each).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(15);
    expect(syncs).toBeLessThanOrEqual(12);
    // A count of nothing would meet any limit.
    expect([each["git"], each["sh"], syncs].every((one) => (one ?? 0) > 1)).toBe(true);
  },
  600_000,
);
