import { settingOf } from "../../test/kit/setting.ts";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRoot, tempFolder } from "../../test/kit/folders.ts";
import { tryOsLock } from "../lock/os-lock.ts";
import { openStore, storePath } from "../store/sqlite/open.ts";
import { examine } from "./doctor.ts";
import type { Finding } from "./check.ts";

interface Ground {
  readonly root: string;
  readonly repository: string;
  readonly home: string;
  /** What the doctor says of each thing. */
  readonly look: (env?: Record<string, string>, home?: string) => Promise<ReadonlyMap<string, Finding>>;
}

function ground(): Ground {
  const root = tempFolder();
  const [repository, home] = [join(root, "repository"), join(root, "home")];
  execFileSync("git", ["init", "--quiet", repository]);
  for (const [key, value] of [
    ["user.name", "Ada"],
    ["user.email", "ada@example.org"],
  ] as const)
    execFileSync("git", ["-C", repository, "config", key, value]);
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, XDG_RUNTIME_DIR: root };
  return {
    root,
    repository,
    home,
    look: async (more = {}, named = home) => {
      const setting = settingOf(named, { ...env, ...more });
      const checks = await examine({ setting, folder: repository, version: "1.0.0" });
      return new Map(checks.map(({ name, ...finding }) => [name, finding]));
    },
  };
}

test("on a fresh machine nothing is bad, and nothing is made", async () => {
  const { look, home } = ground();
  const findings = await look({ TUTTI_DISK_FLOOR_GB: "0", TUTTI_DISK_WARNING_GB: "0", TUTTI_LIMITS_MEMORY_FLOOR: "0" });
  expect([...findings].filter(([, { state }]) => state === "bad")).toEqual([]);
  expect(findings.get("git")).toMatchObject({
    state: "ok",
    detail: expect.stringMatching(/^\d.*commits are by Ada <ada@example.org>$/) as string,
  });
  expect(existsSync(home)).toBe(false);
});

test("agents on the PATH are named with what they say of their version", async () => {
  const { root, look } = ground();
  mkdirSync(join(root, "bin"));
  for (const [name, text] of [
    ["claude", "1.2.3 (Claude Code)"],
    ["aider", "no number"],
  ] as const) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
  }
  expect((await look({ PATH: join(root, "bin") })).get("agents")).toEqual({
    state: "ok",
    detail: "aider unknown, claude 1.2.3",
    fix: null,
  });
});

test("a home inside the checkout is bad", async () => {
  const { repository, look } = ground();
  expect((await look({}, join(repository, "state", "tutti"))).get("home")).toMatchObject({
    state: "bad",
    detail: expect.stringContaining("lies inside the checkout") as string,
  });
});

test.skipIf(isRoot)("a home that can't be written in is bad", async () => {
  const { home, look } = ground();
  mkdirSync(home, { mode: 0o500 });
  expect((await look()).get("home")).toMatchObject({
    state: "bad",
    detail: expect.stringContaining("can't be written in (EACCES)") as string,
  });
});

test("a home that is a file is bad", async () => {
  const { home, look } = ground();
  writeFileSync(home, "");
  expect((await look()).get("home")).toMatchObject({ state: "bad", detail: `${home} is not a folder` });
});

test("a home that others can enter is warned of", async () => {
  const { home, look } = ground();
  mkdirSync(home);
  chmodSync(home, 0o755);
  expect((await look()).get("home")).toMatchObject({ state: "warn", fix: `chmod 700 ${home}` });
});

test("a database that is sound is told with what it holds; a damaged one is bad", async () => {
  const { home, look } = ground();
  await (await openStore(home)).close();
  expect((await look()).get("store")).toMatchObject({
    state: "ok",
    detail: expect.stringMatching(/^sound, .* 0 jobs, writer 1$/) as string,
  });
  writeFileSync(storePath(home), Buffer.alloc(8192, 1));
  const findings = await look();
  expect(findings.get("store")).toMatchObject({
    state: "bad",
    detail: expect.stringContaining("is damaged: file is not a database") as string,
    fix: expect.stringContaining("tutti resume --infer") as string,
  });
  // One that fails does not keep the others from being told.
  expect(findings.get("git")?.state).toBe("ok");
});

test("a home that somebody works in without a conductor is told", async () => {
  const { home, look } = ground();
  await (await openStore(home)).close();
  expect((await look()).get("conductor")).toMatchObject({ state: "ok" });
  const lock = tryOsLock(join(home, "writer.lock"));
  expect((await look()).get("conductor")).toMatchObject({
    state: "warn",
    detail: `a tutti without a conductor works in ${home}`,
  });
  lock?.release();
});

test("a socket whose path would be too long is warned of", async () => {
  const { root, look } = ground();
  const home = join(root, "h".repeat(100));
  mkdirSync(home, { mode: 0o700 });
  expect((await look({ XDG_RUNTIME_DIR: "" }, home)).get("conductor")).toMatchObject({
    state: "warn",
    detail: expect.stringContaining("the path of its socket has") as string,
  });
});

test("worktrees that other tools left are told", async () => {
  const { root, repository, home, look } = ground();
  mkdirSync(home, { mode: 0o700 });
  execFileSync("git", ["-C", repository, "commit", "--quiet", "--allow-empty", "-m", "first"]);
  execFileSync("git", ["-C", repository, "worktree", "add", "--quiet", join(root, "other")]);
  expect((await look()).get("strays")).toMatchObject({
    state: "warn",
    detail: expect.stringContaining("1 worktree or clone") as string,
  });
});

test("a containment that does not work here is bad only where it was asked for by name", async () => {
  const { look } = ground();
  expect((await look({ TUTTI_CONTAINMENT: "group" })).get("containment")).toEqual({
    state: "ok",
    detail: "group",
    fix: null,
  });
  const none = await look({ TUTTI_CONTAINMENT: "bwrap", PATH: "/nonexistent" });
  expect([none.get("containment")?.state, none.get("git")?.state]).toEqual(["bad", "bad"]);
});

test("how many trees wait for contexts is told, and that none do when the pool is off", async () => {
  const { look } = ground();
  expect((await look()).get("pool")).toMatchObject({ detail: expect.stringMatching(/^up to 16 trees/) as string });
  expect((await look({ TUTTI_POOL_TREES: "0" })).get("pool")).toMatchObject({
    state: "ok",
    detail: "off (pool.trees)",
  });
  expect((await look({ TUTTI_CONTAINMENT: "group" })).get("pool")).toMatchObject({
    detail: expect.stringContaining("none of files that others used") as string,
  });
});
