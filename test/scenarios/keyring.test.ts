import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { program } from "../kit/built.ts";
import { makeConductorKit } from "../kit/conductor.ts";
import { commitFirst } from "../kit/first-commit.ts";
import { beginRepository } from "../kit/new-repository.ts";

const programs = ["gnome-keyring-daemon", "secret-tool", "dbus-run-session"];
const isThere = programs.every((name) => spawnSync("sh", ["-c", 'command -v "$0"', name]).status === 0);

/** A session with an unlocked keyring of its own, and one secret in it. */
const session = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 &
for i in 1 2 3 4 5 6 7 8 9 10; do printf 'k3y-of-the-ring' | secret-tool store --label=npm service npm account ada && break; sleep 1; done
"$@"
code=$?
kill $! 2>/dev/null
exit $code
`;

it.skipIf(!isThere)("a secret of an environment comes out of a real keyring, and lies in no file of the home", () => {
  const kit = makeConductorKit();
  const root = dirname(kit.places.home);
  const repository = join(root, "repository");
  mkdirSync(repository);
  beginRepository(repository);
  writeFileSync(join(root, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@x\n");
  writeFileSync(join(repository, "a.txt"), "a\n");
  commitFirst({ folder: repository, format: "sha1" }, ["a.txt"], "begin");
  const folder = join(root, ".config/tutti/environments");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, "run"), { mode: 0o700 });
  const environment = (account: string): void => {
    const text = `version: 1\nrepository: ${repository}\nagents: [scripted]\nsecrets: {NPM_TOKEN: 'keyring:npm/${account}'}\n`;
    writeFileSync(join(folder, "web.yaml"), text);
  };
  const tutti = (...args: readonly string[]) => {
    const argv = ["--", "sh", "-c", session, "sh", process.execPath, "--no-warnings", program, ...args];
    const env = { ...kit.env, XDG_RUNTIME_DIR: join(root, "run") };
    return spawnSync("dbus-run-session", argv, { cwd: root, env, encoding: "utf8" });
  };
  environment("ada");
  // The command is part of the score, which is kept.
  const check = `printf %s "$NPM_TOKEN" | sha256sum | grep -q ^${createHash("sha256").update("k3y-of-the-ring").digest("hex")}`;
  const end = tutti("task", "--env", "web", "create b.txt b", "--validate", check);
  expect([end.status, end.stdout + end.stderr]).toEqual([0, expect.not.stringContaining("k3y-of-the-ring")]);
  const files = readdirSync(kit.places.home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const holding = files.filter((one) => readFileSync(join(one.parentPath, one.name)).includes("k3y-of-the-ring"));
  expect(holding.map(({ name }) => name)).toEqual([]);
  environment("bob");
  const none = tutti("env", "check", "web");
  expect([none.status === 0, none.stdout + none.stderr]).toEqual([false, expect.stringContaining("secret-tool ended")]);
});
