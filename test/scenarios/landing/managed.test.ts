import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CliEnd } from "../../kit/built.ts";
import { type ConductorKit, makeConductorKit } from "../../kit/conductor.ts";
import { type FakeForge, startForge } from "../../kit/forge-server.ts";
import { gitIn } from "../../kit/git.ts";
import { beginRepository } from "../../kit/new-repository.ts";
import { commitFirst } from "../../kit/first-commit.ts";

interface Remote {
  readonly kit: ConductorKit;
  readonly forge: FakeForge;
  readonly bare: string;
  readonly urls: { readonly http: string; readonly file: string };
  readonly main: () => readonly string[];
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
