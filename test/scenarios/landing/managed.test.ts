import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CliEnd } from "../../kit/built.ts";
import { type ConductorKit, makeConductorKit } from "../../kit/conductor.ts";
import { makeFixProject } from "../../kit/fix-project.ts";
import { type FakeForge, startForge } from "../../kit/forge-server.ts";
import { gitIn } from "../../kit/git.ts";
import { itLong } from "../../kit/long.ts";
import { beginRepository } from "../../kit/new-repository.ts";
import { commitFirst } from "../../kit/first-commit.ts";

interface Remote {
  readonly kit: ConductorKit;
  readonly forge: FakeForge;
  readonly bare: string;
  readonly urls: { readonly http: string; readonly file: string };
  readonly main: () => readonly string[];
  /** The server refuses every push, until it is told otherwise. */
  readonly refuse: (isOn: boolean) => void;
}

const name = "acme/next.js";
const taskPath = /\/managed-repos\/127-0-0-1-acme-next-js-[a-z2-7]{16}\/tasks\/[^/]+$/gm;

/** A remote that is reached over http and as a file, and a person who has no checkout of it. */
async function withRemote(more: Readonly<Record<string, string>> = {}): Promise<Remote> {
  const kit = makeConductorKit({ more });
  const root = dirname(kit.places.home);
  writeFileSync(join(root, ".gitconfig"), "[user]\n\tname = Ada\n\temail = ada@x\n");
  const source = join(root, "source");
  mkdirSync(source);
  beginRepository(source);
  writeFileSync(join(source, "a.txt"), "a\n");
  commitFirst({ folder: source, format: "sha1" }, ["a.txt"], "begin");
  const forge = await startForge(name);
  forge.gitRoot = join(root, "server");
  const bare = join(forge.gitRoot, `${name}.git`);
  mkdirSync(dirname(bare), { recursive: true });
  gitIn(root, ["clone", "-q", "--bare", source, bare]);
  gitIn(bare, ["config", "http.receivepack", "true"]);
  return {
    kit,
    forge,
    bare,
    urls: { http: `${forge.url}/${name}.git`, file: `file://${bare}` },
    refuse: (isOn) => {
      const hook = join(bare, "hooks/pre-receive");
      rmSync(hook, { force: true });
      if (!isOn) return;
      mkdirSync(dirname(hook), { recursive: true });
      writeFileSync(hook, "#!/bin/sh\necho no pushes today >&2\nexit 1\n");
      chmodSync(hook, 0o755);
    },
    main: () => gitIn(bare, ["log", "--format=%s", "--reverse", "main"]).split("\n"),
  };
}

const task = (url: string, ...more: readonly string[]): readonly string[] => [
  ...["task", "--repo", url, "--agent", "scripted"],
  ...more,
];

describe("a task on a remote that the person has no checkout of", () => {
  it("runs in managed-repos/ENV/tasks/TASK and lands on the remote's branch, two at once over http and one after over file", async () => {
    const { kit, urls, main } = await withRemote();
    const where = join(dirname(kit.places.home), "where");
    const both = ["create one.txt 1", "create two.txt 2"].map((prompt) =>
      kit.begin(...task(urls.http, prompt, "--validate", `pwd >> ${where}`)),
    );
    const ends = await Promise.all(both.map(({ ended }): Promise<CliEnd> => ended));
    expect(ends.map(({ code, err }) => [code, /lock/i.test(err)])).toEqual([
      [0, false],
      [0, false],
    ]);
    expect(main().toSorted()).toEqual(["begin", "chore: create one.txt 1", "chore: create two.txt 2"]);
    expect(readFileSync(where, "utf8").match(taskPath)).toHaveLength(2);
    // One mirror for both, and nothing half made.
    expect(readdirSync(join(kit.places.home, "mirrors")).toSorted()).toEqual([
      expect.stringMatching(/\.git$/),
      expect.stringMatching(/\.json$/),
    ]);
    const third = await kit.begin(...task(urls.file, "create three.txt 3")).ended;
    expect([third.code, main()]).toEqual([0, [...main().slice(0, 3), "chore: create three.txt 3"]]);
  });
});

/** Whether any file below a folder holds the text. */
function holds(folder: string, text: string): boolean {
  try {
    return execFileSync("grep", ["-rlaF", text, folder]).length > 0;
  } catch {
    return false;
  }
}

describe("tutti fix on a remote", () => {
  itLong("finds and fixes what the project's tools report, and lands it there", async () => {
    const { kit } = await withRemote();
    const project = makeFixProject({ "a.txt": "BAD-A w-one\n" });
    const bare = join(project.root, "remote.git");
    gitIn(project.root, ["clone", "-q", "--bare", project.repository, bare]);
    const end = await kit.begin("fix", "--repo", `file://${bare}`).ended;
    expect([end.code, gitIn(bare, ["show", "main:a.txt"])]).toEqual([0, "good w-one"]);
  });
});

describe("a task in an environment", () => {
  it("gets its repository, base, agents, variables, secrets and words, and no secret reaches the disk", async () => {
    const { kit, urls, bare } = await withRemote({ MY_TOKEN: "t0p-s3cret-value" });
    gitIn(bare, ["branch", "develop"]);
    const root = dirname(kit.places.home);
    const made = await kit.begin(
      ...["env", "create", "web", "--repo", urls.http, "--base", "develop", "--agent", "scripted"],
      ...["--var", "FOO=bar", "--secret", "TOKEN=env:MY_TOKEN", "--prompt", "create more.txt {{ as it is }}"],
    ).ended;
    expect([made.code, (await kit.begin("env", "check", "web").ended).out]).toEqual([0, "web: good\n"]);
    const check = `test "$FOO" = bar && test \${#TOKEN} = 16 && echo "$TOKEN" && pwd >> ${root}/where`;
    const done = await kit.begin("task", "--env", "web", "create one.txt 1", "--validate", check).ended;
    expect([done.code, done.err]).toEqual([0, expect.any(String)]);
    expect(gitIn(bare, ["log", "--format=%s", "develop"]).split("\n")).toEqual(["chore: create one.txt 1", "begin"]);
    expect(gitIn(bare, ["show", "develop:more.txt"])).toBe("{{ as it is }}");
    expect(readFileSync(join(root, "where"), "utf8")).toMatch(/\/managed-repos\/web\/tasks\//);
    expect(holds(root, "t0p-s3cret-value")).toBe(false);
  });
});

describe("publishing that fails", () => {
  itLong("keeps landed commits in the mirror, which can't be removed until the remote has them", async () => {
    const { kit, urls, main, refuse } = await withRemote();
    refuse(true);
    const failed = await kit.begin(...task(urls.file, "create one.txt 1")).ended;
    expect([failed.code === 0, failed.err + failed.out]).toEqual([false, expect.stringContaining("no pushes today")]);
    const [mirror] = JSON.parse((await kit.begin("repos", "sync", "--json").ended).out) as [
      { name: string; record: { unpushed: string[] } },
    ];
    expect([mirror.record.unpushed, main()]).toEqual([["main"], ["begin"]]);
    const kept = await kit.begin("repos", "remove", mirror.name, "--yes").ended;
    expect([kept.code, kept.err]).toEqual([expect.any(Number), expect.stringContaining("repository.in_use")]);
    refuse(false);
    expect((await kit.begin("resume", lastJob(failed)).ended).code).toBe(0);
    expect(main()).toEqual(["begin", "chore: create one.txt 1"]);
    expect((await kit.begin("repos", "remove", mirror.name, "--yes").ended).code).toBe(0);
    expect(readdirSync(join(kit.places.home, "mirrors"))).toEqual([]);
  });

  itLong(
    "ends in exactly one pull request after no login, a rejected push, an API that fails and a kill -9",
    async () => {
      const { kit, urls, forge, bare, refuse } = await withRemote({ TUTTI_PULLS_POLL: "0" });
      const token = { GH_ENTERPRISE_TOKEN: forge.token };
      const branches = (): readonly string[] =>
        gitIn(bare, ["for-each-ref", "--format=%(refname:short)", "refs/heads/ada"]).split("\n");
      await kit.begin(...["env", "create", "web", "--repo", urls.http, "--agent", "scripted"]).ended;
      await kit.begin("env", "edit", "web", "--set", "forge=github", "--set", "branch_prefix=ada").ended;
      const noLogin = await kit.begin("task", "--env", "web", "--pr", "--force", "create one.txt 1").ended;
      expect(noLogin.out + noLogin.err).toContain("forge.no_login");
      const job = lastJob(noLogin);
      refuse(true);
      const rejected = await kit.with(token).begin("resume", job).ended;
      expect(rejected.out + rejected.err).toContain("no pushes today");
      refuse(false);
      forge.instead(/^POST .*\/pulls$/, ...Array.from({ length: 20 }, () => ({ status: 500 })));
      await kit.with(token).begin("resume", job).ended;
      forge.asUsual();
      expect([forge.pulls.length, branches()]).toEqual([
        0,
        [expect.stringMatching(/^ada\/create-one-txt-1-[a-z2-7]{16}$/)],
      ]);
      const { promise: asked, resolve } = Promise.withResolvers<undefined>();
      forge.instead(/^POST .*\/pulls$/, { silence: () => resolve(undefined) });
      const cut = kit.with(token).begin("resume", job);
      await asked;
      process.kill((await kit.running()).pid, "SIGKILL");
      cut.kill("SIGKILL");
      await cut.ended;
      await kit.free();
      await kit.with(token).begin("resume", job).ended;
      expect([forge.pulls.length, branches().length]).toEqual([1, 1]);
      expect(forge.pulls[0]?.branch).toBe(branches()[0]);
    },
  );
});

/** From the line that names the job. */
function lastJob({ err, out }: CliEnd): string {
  return /job ([\w-]+): 1 sheet/.exec(err + out)?.[1] ?? "";
}
