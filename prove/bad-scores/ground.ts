import { execFileSync, spawn } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BadCase } from "./bad-case.ts";
import { canary } from "./bad-case.ts";
import { makePipe } from "./odd-files.ts";

const program = fileURLToPath(new URL("../../bin/tutti", import.meta.url));

/** A repository, a home and a score, in a folder of their own. */
export interface Ground {
  readonly folder: string;
  readonly score: string;
}

export const commands = { run: ["run"], validate: ["validate"], "dry-run": ["run", "--dry-run"] } as const;
export type CommandName = keyof typeof commands;

export function makeGround(bad: BadCase): Ground {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tutti-bad-")));
  for (const name of ["home", "temp", "scores"]) mkdirSync(join(folder, name));
  cpSync(originalRepository(), join(folder, "repository"), { recursive: true });
  const scores = join(folder, "scores");
  for (const [path, content] of Object.entries(bad.files ?? {})) {
    mkdirSync(dirname(join(scores, path)), { recursive: true });
    if (content === null) makePipe(join(scores, path));
    else writeFileSync(join(scores, path), content);
  }
  if (typeof bad.score !== "string") return { folder, score: bad.score(scores) };
  writeFileSync(join(scores, "score.yaml"), bad.score.replaceAll(canary, join(folder, "canary")));
  return { folder, score: join(scores, "score.yaml") };
}

let original: string | undefined;

/** Made once and then copied: git would take longer than all the rest. */
function originalRepository(): string {
  if (original !== undefined) return original;
  const folder = mkdtempSync(join(tmpdir(), "tutti-bad-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", [
      "-C",
      folder,
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@b.invalid",
      "-c",
      "commit.gpgSign=false",
      ...args,
    ]);
  git("init", "-q", "-b", "main", "--template=");
  git("commit", "-q", "--allow-empty", "-m", "the beginning");
  original = folder;
  return folder;
}

export function removeGround({ folder }: Ground): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Everything in the folder but Tutti's own home, with what tells that it was touched. */
export function listing(folder: string): string {
  const isOwn = (name: string): boolean => name === "home" || name.startsWith("home/");
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !isOwn(name))
    .toSorted();
  return ["", ...names]
    .map((name) => {
      const { mode, size, mtimeMs, ino } = lstatSync(join(folder, name));
      return `${name} ${mode} ${size} ${mtimeMs} ${ino}`;
    })
    .join("\n");
}

export interface Ended {
  /** `null`: it did not end by itself. */
  readonly code: number | null;
  readonly said: string;
  readonly cpuMs: number;
  readonly megabytes: number;
}

// The process reports its own use when it ends; afterwards it could not be read.
const tellUsage = `data:text/javascript,${encodeURIComponent(
  'import { writeSync } from "node:fs"; process.on("exit", () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage(); writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 })); });',
)}`;

/** Runs Tutti on the score and ends it when it takes too long. */
export async function runTutti({ folder, score }: Ground, command: CommandName, mostMs: number): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    TMPDIR: join(folder, "temp"),
    TUTTI_HOME: join(folder, "home"),
    // `run` hands a score to the engine, here its own: no conductor is left behind by thousands of runs.
    TUTTI_LOCAL: "1",
    NO_COLOR: "1",
  };
  const args = ["--import", tellUsage, program, ...commands[command], score];
  const child = spawn(process.execPath, args, {
    cwd: join(folder, "repository"),
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, stdout, stderr, usage] = child.stdio as unknown as [null, Readable, Readable, Readable];
  const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
  const texts = Promise.all([stdout, stderr, usage].map(readAll));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject).on("close", resolve);
  });
  clearTimeout(timer);
  const [out = "", err = "", used = ""] = await texts;
  const { cpuMs, megabytes } = (used === "" ? { cpuMs: Infinity, megabytes: Infinity } : JSON.parse(used)) as Pick<
    Ended,
    "cpuMs" | "megabytes"
  >;
  return { code, said: out + err, cpuMs, megabytes };
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
