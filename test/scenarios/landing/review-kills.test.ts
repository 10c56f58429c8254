import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startBuilt } from "../../kit/built.ts";
import { until } from "../../kit/conductor.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
beforeEach(async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const { states } = await kit.play({ fix: "edit a.txt a b" }, { score: { landing: "approve" } });
  expect(states).toEqual({ fix: "captured" });
});
afterEach(() => {
  kit.dispose();
});

const head = (): string => kit.git("rev-parse", "--abbrev-ref", "HEAD").trim();
const isClean = (): boolean => kit.git("status", "--porcelain") === "";
const said = (...args: readonly string[]): { readonly [key: string]: unknown } => {
  const { code, out, err } = kit.cli(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as { readonly [key: string]: unknown };
};

/**
 * Kills Tutti with SIGKILL at the moment that git is to switch the checkout; that git then does so, or dies as well.
 */
async function killAtSwitch(args: readonly string[], then: "switch" | "die"): Promise<void> {
  const bin = join(kit.root, `bin-${then}`);
  const [sign, go] = [join(bin, "sign"), join(bin, "go")];
  mkdirSync(bin);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const waits = `for word in "$@"; do if [ "$word" = switch ]; then : > '${sign}'; while [ ! -e '${go}' ]; do sleep 0.02; done; ${then === "die" ? "exit 1;" : ""} fi; done`;
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${waits}\nexec '${real}' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  const env = {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: kit.root,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
    TUTTI_LOCAL: "1",
    TUTTI_HOME: kit.home,
  };
  const child = startBuilt({ folder: kit.repository, env }, args);
  await until(() => (existsSync(sign) ? true : undefined));
  child.kill();
  await child.gone();
  writeFileSync(go, "");
}

describe("a Tutti that is killed while a result is tried", () => {
  it("has written down where to go back, when git switches after its death", async () => {
    await killAtSwitch(["review", "fix", "--try"], "switch");
    await until(() => (head() === "HEAD" && !existsSync(join(kit.repository, ".git/index.lock")) ? true : undefined));
    expect([kit.read("a.txt"), isClean()]).toEqual(["b\n", true]);
    expect(said("review", "--list")).toMatchObject({ trial: { sheet: "fix", from: { branch: "refs/heads/main" } } });
    expect(said("review", "--back")).toMatchObject({ branch: "refs/heads/main", moved: true });
    expect([head(), kit.read("a.txt"), isClean()]).toEqual(["main", "a\n", true]);
  });

  itLong(
    "leaves the checkout as it was when git dies with it; the result can be tried again, and gone back from",
    async () => {
      await killAtSwitch(["review", "fix", "--try"], "die");
      expect([head(), kit.read("a.txt"), isClean()]).toEqual(["main", "a\n", true]);
      expect(said("review", "fix", "--try")).toMatchObject({ sheet: "fix" });
      expect([head(), kit.read("a.txt")]).toEqual(["HEAD", "b\n"]);
      expect(said("review", "--back")).toMatchObject({ moved: true });
      expect([head(), kit.read("a.txt"), isClean()]).toEqual(["main", "a\n", true]);
    },
  );

  itLong("knows that a checkout is back when it died on the way back", async () => {
    said("review", "fix", "--try");
    await killAtSwitch(["review", "--back"], "switch");
    await until(() => (head() === "main" && !existsSync(join(kit.repository, ".git/index.lock")) ? true : undefined));
    expect(said("review", "--back")).toMatchObject({ branch: "refs/heads/main", moved: false });
    expect([head(), kit.read("a.txt"), isClean()]).toEqual(["main", "a\n", true]);
    expect(said("review", "--list")).toMatchObject({ trial: null, items: [{ sheet: "fix" }] });
  });
});

const hasTerminals = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

it.skipIf(!hasTerminals)("a person at a terminal goes through results by single letters", () => {
  const program = fileURLToPath(new URL("../../../dist/tutti.js", import.meta.url));
  const env = {
    PATH: process.env["PATH"],
    HOME: kit.root,
    TERM: "xterm",
    TUTTI_CONTAINMENT: process.env["TUTTI_CONTAINMENT"],
    TUTTI_SANDBOX: "off",
    TUTTI_LOCAL: "1",
    TUTTI_HOME: kit.home,
  };
  const command = `'${process.execPath}' --no-warnings '${program}' review`;
  const { status, stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: kit.repository,
    env,
    input: "v\na\n",
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining("1 result approved, 0 sent back, 0 dropped, 0 left as they are."),
  ]);
  expect(kit.at("main", "a.txt")).toBe("b\n");
});
