import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shellFiles } from "../../scripts/shells/files.ts";
import { program } from "../kit/built.ts";
import { tempFolder } from "../kit/folders.ts";
import { type Kit, makeKit } from "../kit/kit.ts";
import { itLong } from "../kit/long.ts";
import { repository } from "./tree.ts";

it("completion scripts and the man page are as the commands are now (npm run docs writes them)", async () => {
  for (const [path, text] of Object.entries(await shellFiles()))
    expect(readFileSync(join(repository, path), "utf8"), path).toBe(text);
});

const isThere = (name: string, ...args: readonly string[]): boolean => spawnSync(name, args).status === 0;

it.skipIf(!isThere("man", "--version"))("the man page is read without a warning", () => {
  const page = join(repository, "share/man/man1/tutti.1");
  const { stdout, stderr } = spawnSync("man", ["--warnings", "-l", "-Tascii", page], {
    encoding: "utf8",
    env: { ...process.env, MANWIDTH: "80" },
  });
  expect(stderr).toBe("");
  // Bold letters are printed twice.
  expect(stdout.replaceAll(/.\u0008/g, "")).toContain("tutti queue pause");
});

let kit: Kit;
let bin: string;
beforeAll(async () => {
  kit = makeKit({ "score.yaml": "x\n" });
  await kit.play({ build: "print hi", "build docs": "print hi", other: "print hi" }, { score: { name: "nightly" } });
  bin = tempFolder();
  writeFileSync(join(bin, "tutti"), `#!/bin/sh\nexec "${process.execPath}" --no-warnings "${program}" "$@"\n`, {
    mode: 0o755,
  });
}, 300_000);
afterAll(() => {
  kit.dispose();
});

/** The offers of each shell for a line; a name with a space is quoted as its shell quotes it. */
const rows: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["tutti sta", ["start", "stats", "status"]],
  ["tutti queue p", ["pause"]],
  ["tutti status --w", ["--watch"]],
  ["tutti run --isolation c", ["clone", "container"]],
  ["tutti completion ", ["bash", "fish", "zsh"]],
  ["tutti help landing-", ["landing-gates", "landing-queue"]],
  ["tutti status nig", ["JOB"]],
  ["tutti logs o", ["other"]],
  ["tutti logs --job nightly o", ["other"]],
  ["tutti retry nightly o", ["other"]],
  ["tutti cancel nightly/o", ["nightly/other"]],
  ["tutti logs nightly/o", ["nightly/other"]],
  ["tutti run sc", ["score.yaml"]],
];

describe.each([
  ["bash", "share/completions/tutti.bash", ["--norc"]],
  ["zsh", "share/completions/_tutti", ["-f"]],
  ["fish", "share/completions/tutti.fish", ["--no-config"]],
])("%s", (shell, script, args) => {
  const play = shell === "bash" ? it : itLong;
  (isThere(shell, "--version") ? play : it.skip)(
    "completes commands, options, and the names of jobs and sheets",
    async () => {
      const job = (await kit.status())?.id ?? "";
      const { stdout, stderr } = spawnSync(
        shell,
        [
          ...args,
          join(repository, `test/kit/complete/tab.${shell}`),
          join(repository, script),
          ...rows.map(([line]) => line),
        ],
        {
          cwd: kit.repository,
          encoding: "utf8",
          env: {
            ...process.env,
            PATH: [bin, process.env["PATH"]].join(delimiter),
            TUTTI_HOME: kit.home,
            TUTTI_COMPLETION_MS: "60000",
            LC_ALL: "C",
          },
        },
      );
      const offered = new Map(
        stdout.split(/^== /m).map((part) => {
          const [line = "", ...names] = part.split("\n");
          return [line, names.filter((name) => name !== "")] as const;
        }),
      );
      for (const [line, names] of rows)
        expect(offered.get(line), `${line}\n${stderr}`).toEqual(names.map((name) => (name === "JOB" ? job : name)));
    },
  );
});

it("completion says nothing rather than be late, and starts no conductor", () => {
  const env = { ...process.env, TUTTI_HOME: join(tempFolder(), "home"), TUTTI_COMPLETION_MS: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", program, "__names", "job", ""], {
    encoding: "utf8",
    env,
  });
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
});
