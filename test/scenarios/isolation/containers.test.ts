import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { program } from "../../kit/built.ts";
import { type ConductorKit, makeConductorKit } from "../../kit/conductor.ts";
import { commitFirst } from "../../kit/first-commit.ts";
import { gitIn } from "../../kit/git.ts";
import { itLong } from "../../kit/long.ts";
import { beginRepository } from "../../kit/new-repository.ts";
import { type Podman, openPodman } from "../../kit/podman.ts";
import { hasTmux, openTmux } from "../../kit/tmux.ts";

interface Place extends ConductorKit {
  readonly repository: string;
}

/** A person with a repository whose `.prepared` is ignored. */
function withRepository(more: Readonly<Record<string, string>>): Place {
  const kit = makeConductorKit({ more });
  const root = dirname(kit.places.home);
  const repository = join(root, "repository");
  mkdirSync(repository);
  writeFileSync(join(root, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@x\n");
  beginRepository(repository);
  writeFileSync(join(repository, ".gitignore"), ".prepared\n");
  commitFirst({ folder: repository, format: "sha1" }, [".gitignore"], "begin");
  return { ...kit, repository };
}

const podman = openPodman();
if (typeof podman === "string") it.skip(`containers are not tried here: ${podman}`);

describe.skipIf(typeof podman === "string")("a task in an environment with an image", () => {
  const real = podman as Podman;
  const containersOf = (): readonly string[] => real.list();

  afterEach(() => {
    expect(containersOf()).toEqual([]);
  });

  function begun(keys: string, more: Readonly<Record<string, string>> = {}): Place {
    const kit = withRepository({ ...real.env, ...more });
    const folder = join(dirname(kit.places.home), ".config/tutti/environments");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "box.yaml"),
      `version: 1\nimage: ${real.image}\npull: never\nrepository: ${kit.repository}\nagents: [scripted]\nlimits: {memory: 256MB, cpus: 1, pids: 100}\n${keys}`,
    );
    return kit;
  }

  const task = (kit: Place, script: string, ...more: readonly string[]) =>
    kit.begin("task", "--env", "box", ...more, `work\nscript:\n${script}`).ended;

  it("runs agent, prepare steps and validations in the image, sees nothing else of the machine, and lands", async () => {
    const kit = begun(
      "network: none\nvariables: {GREETING: hello there}\nsecrets: {TOKEN: 'env:MY_TOKEN'}\nprepare: [\"test -f /etc/image && echo x >.prepared\"]\n",
      { MY_TOKEN: "t0p-s3cret-value" },
    );
    const outside = join(dirname(kit.places.home), "outside.txt");
    writeFileSync(outside, "of the machine\n");
    const seen = [
      "test -f /etc/image",
      "test -f .prepared",
      "test -f b.txt",
      'test "$GREETING" = "hello there"',
      'test "$TOKEN" = t0p-s3cret-value',
      `test ! -e ${outside}`,
      `test ! -e ${join(kit.places.home, "tutti.db")}`,
      'test -w "$HOME" && test -w "$TMPDIR"',
      "git log -1 --format=%s | grep -q begin",
    ];
    const end = await task(
      kit,
      "create b.txt from a container\nprint token",
      ...seen.flatMap((line) => ["--validate", line]),
    );
    expect([end.code, gitIn(kit.repository, ["log", "-1", "--format=%s"])]).toEqual([0, "chore: work"]);
    expect(gitIn(kit.repository, ["show", "main:b.txt"])).toBe("from a container");
  });

  itLong("can't write into the objects that it borrows", async () => {
    const kit = begun("");
    const store = (): string => join(kit.places.home, "repositories");
    const end = await task(
      kit,
      "create b.txt b",
      "--validate",
      'for f in $(cat .git/objects/info/alternates); do touch "$f/x" 2>/dev/null && exit 1; done; true',
    );
    expect(end.code).toBe(0);
    const written = readdirSync(store(), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("/objects/x"),
    );
    expect(written).toEqual([]);
  });

  itLong("has the exit codes of its programs, and all that they print", async () => {
    const kit = begun("network: none\n");
    const end = await task(kit, "print begin\nflood 300000\nprint end\nfail 3");
    expect(end.code).not.toBe(0);
    expect(end.err + end.out).toMatch(/exit(?:ed with|ed)? 3|exit code 3/);
    const logs = readdirSync(join(kit.places.home, "jobs"), { recursive: true, encoding: "utf8" });
    const log = logs.find((name) => name.endsWith("stdout.log")) ?? "";
    const printed = readFileSync(join(kit.places.home, "jobs", log), "utf8");
    expect([printed.length > 300_000, /^begin\n/.test(printed), /end\n$/.test(printed)]).toEqual([true, true, true]);
  });

  itLong("is stopped for good, even against its programs' resistance", async () => {
    const kit = begun("network: none\n");
    const detached = await task(kit, "fork\ncreate b.txt b\nhang", "--detach");
    const [job = ""] = /work-\S+/.exec(detached.out + detached.err) ?? [];
    await expect.poll(containersOf).toHaveLength(1);
    await expect.poll(() => holdsFile(join(kit.places.home, "jobs"), "b.txt")).toBe(true);
    expect((await kit.begin("cancel", job).ended).code).toBe(0);
    await expect.poll(containersOf).toEqual([]);
  });

  it("leaves nothing behind when its conductor is killed, and goes on after the next start", async () => {
    const kit = begun("network: none\n");
    const script = "work\nscript:\non-attempt 1 create half.txt h\non-attempt 1 hang\ncreate b.txt b";
    expect((await kit.begin("task", "--env", "box", "--detach", script).ended).code).toBe(0);
    await expect.poll(() => holdsFile(join(kit.places.home, "jobs"), "half.txt")).toBe(true);
    const [first] = containersOf();
    process.kill((await kit.running()).pid, "SIGKILL");
    await kit.free();
    expect(containersOf()).toEqual([first]);
    expect((await kit.begin("start").ended).code).toBe(0);
    await expect.poll(containersOf).not.toContain(first);
    await expect.poll(() => gitIn(kit.repository, ["log", "-1", "--format=%s"])).toBe("chore: work");
    await kit.begin("stop").ended;
  });

  it("is refused before any work where the image is missing, or a mount leads to what is not there", async () => {
    const kit = begun("mounts: ['/no/such/folder:/x']\n");
    const end = await task(kit, "create b.txt b");
    expect(end.code).not.toBe(0);
    expect(end.err + end.out).toContain("there is no /no/such/folder to mount");
    const other = withRepository(real.env);
    const score = scoreIn(other, "{image: localhost/none:1, pull: never}");
    const refused = await other.begin("run", score, "--repo", other.repository).ended;
    expect(refused.err + refused.out).toContain("podman has no image localhost/none:1, and pull: never forbids");
  });

  it("lets a person in: their shell is the image's, and what they leave lands", async () => {
    const kit = begun("network: none\nvariables: {GREETING: hello there}\n");
    const outside = join(dirname(kit.places.home), "outside.txt");
    writeFileSync(outside, "of the machine\n");
    expect((await task(kit, "create b.txt begun", "--validate", "grep -q done b.txt")).code).not.toBe(0);
    const typed = `test -f /etc/image && test ! -e ${outside} && test "$GREETING" = "hello there" && echo done >>b.txt\n`;
    const shell = spawnSync(process.execPath, ["--no-warnings", program, "shell", "1"], {
      cwd: kit.repository,
      env: { ...kit.env },
      input: typed,
      encoding: "utf8",
    });
    expect([shell.status, shell.stdout]).toEqual([0, expect.stringContaining("captured 1 file")]);
    expect(containersOf()).toEqual([]);
    expect((await kit.begin("recover").ended).out).toContain("1 of 1 sheet good");
    expect(gitIn(kit.repository, ["show", "main:b.txt"])).toBe("begun\ndone");
  });

  it.skipIf(!hasTmux)("has the agent's own terminal; a killed command leaves its work, and no container", async () => {
    const kit = begun("network: none\n");
    const script = `test -f /etc/image && echo "agent says: $1"; while read -r line; do [ "$line" = bye ] && exit 0; echo "$line" >>notes.txt; echo "noted $line"; done`;
    const profile = { kind: "cli", executable: "sh", args: ["-c", script, "talker"] };
    const interactive = { args: ["-c", script, "talker"], prompt_args: ["{prompt}"] };
    const agents = join(dirname(kit.places.home), ".config/tutti/agents");
    mkdirSync(agents, { recursive: true });
    writeFileSync(join(agents, "talker.yaml"), JSON.stringify({ ...profile, interactive }));
    const place = dirname(kit.places.home);
    const start = join(place, "start.sh");
    writeFileSync(
      start,
      `echo $$ >${place}/pid\nexec '${process.execPath}' --no-warnings '${program}' task --env box --agent talker -i 'say hello'\n`,
    );
    const first = openTmux({ columns: 100, rows: 30 }, kit.env);
    first.press(`sh ${start}`, "Enter");
    await first.sees(/agent says: say hello/);
    first.press("one", "Enter");
    await first.sees(/noted one/);
    first.press("bye", "Enter");
    await first.sees(/1 landed on main/);
    expect(gitIn(kit.repository, ["show", "main:notes.txt"])).toBe("one");
    first.press("clear", "Enter");
    first.press(`sh ${start}`, "Enter");
    await first.sees(/agent says:/);
    first.press("two", "Enter");
    await first.sees(/noted two/);
    expect(containersOf()).toHaveLength(1);
    process.kill(Number(readFileSync(join(place, "pid"), "utf8")), "SIGKILL");
    await first.sees(/Killed/);
    expect((await kit.begin("recover").ended).out).toContain("1 of 1 sheet good");
    expect(gitIn(kit.repository, ["show", "main:notes.txt"])).toBe("one\ntwo");
    expect(containersOf()).toEqual([]);
  });

  it("runs the tools of fix in the image too, those that prepare installs among them, and lands what they verify", async () => {
    const install =
      "mkdir -p node_modules/.bin && cp tools/lint.sh node_modules/.bin/lint && chmod +x node_modules/.bin/lint";
    const kit = begun(`network: none\nprepare: ["${install}"]\n`);
    const marks = String.raw`^(?P<file>.+?):(?P<line>\d+):.*?(?P<code>BAD-[A-Z]+)(?P<message>.*)$`;
    const tool = (command: readonly string[]) => ({ command, pattern: marks, reach: "file", files: ["*.txt"] });
    const other = 'test -f /etc/image || exit 9; grep -nHE BAD-B -- "$@"; test $? -le 1';
    const files = {
      ".gitignore": "node_modules\n",
      ".tutti/fix.yaml": JSON.stringify({ tools: { lint: tool(["lint"]), other: tool(["sh", "-c", other, "sh"]) } }),
      "tools/lint.sh": `#!/bin/sh\ntest -f /etc/image || exit 9\ngrep -nHE 'BAD-A' -- "$@"; test $? -le 1\n`,
      "a.txt": "BAD-A one\n",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(kit.repository, path)), { recursive: true });
      writeFileSync(join(kit.repository, path), text);
    }
    gitIn(kit.repository, ["add", "--all"]);
    gitIn(kit.repository, ["-c", "user.name=A", "-c", "user.email=a@x", "commit", "-qm", "marks"]);
    const agents = join(dirname(kit.places.home), ".config/tutti/agents");
    mkdirSync(agents, { recursive: true });
    const script = "test -f /etc/image && sed -i s/BAD-A/good/ a.txt";
    writeFileSync(join(agents, "fixer.yaml"), JSON.stringify({ kind: "cli", executable: "sh", args: ["-c", script] }));
    const fix = (...more: readonly string[]) =>
      kit.begin("fix", "--env", "box", "--repo", kit.repository, "--agent", "fixer", ...more).ended;
    const inPlace = await fix("--no-isolation");
    expect([inPlace.code, inPlace.err]).toEqual([2, expect.stringContaining("the environment asks for containers")]);
    const explained = await fix("--explain");
    expect(explained.out).toMatch(/lint.*node_modules\/\.bin\/lint/s);
    expect(explained.out).toMatch(/other.*the image \(\/\S*\bsh\)/s);
    const end = await fix("--json");
    expect([end.code, end.out]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(end.out)).toMatchObject({ recheck: { fixed: 1, remaining: 0, introduced: 0, failed: [] } });
    expect(gitIn(kit.repository, ["show", "main:a.txt"])).toBe("good one");
  });

  itLong("holds its memory limit", async () => {
    const kit = begun("network: none\n");
    // awk doubles a text until it has none left.
    const end = await task(kit, "create b.txt b", "--validate", `awk 'BEGIN{s="x"; while(1) s=s s}'`);
    expect(end.code).not.toBe(0);
  });
});

function scoreIn({ places }: Place, container: string): string {
  const path = join(dirname(places.home), "score.yaml");
  const sheets = "agent: scripted\nsheets: [{id: a, prompt: create a.txt a}]\n";
  writeFileSync(path, `isolation: container\ncontainer: ${container}\n${sheets}`);
  return path;
}

function holdsFile(folder: string, name: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, encoding: "utf8" }).some((path) => path.endsWith(`/${name}`))
  );
}

it("isolation container is refused before any work where no engine answers", async () => {
  const kit = withRepository({ TUTTI_CONTAINER_ENGINE: "docker", DOCKER_HOST: "unix:///nonexistent-socket" });
  const end = await kit.begin("run", scoreIn(kit, "node:22"), "--repo", kit.repository).ended;
  expect([end.code === 0, end.err]).toEqual([
    false,
    expect.stringContaining("isolation container needs a container engine: docker"),
  ]);
  expect(existsSync(join(kit.places.home, "jobs")) ? readdirSync(join(kit.places.home, "jobs")) : []).toEqual([]);
});
