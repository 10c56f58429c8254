import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, test } from "vitest";
import { readGateFile } from "../../../src/landing/gates/file.ts";
import { runGates } from "../../../src/landing/gates/run.ts";
import { tempFolder } from "../../kit/folders.ts";
import { wireGit } from "../../kit/git.ts";
import { type Files, makeRepository } from "../../kit/repository.ts";
import { type GateGround, gatesFrom, makeGround } from "./gates-ground.ts";

let grounds: GateGround[] = [];
afterEach(async () => {
  for (const ground of grounds) await ground.close();
  grounds = [];
});
async function ground(...how: Parameters<typeof makeGround>): Promise<GateGround> {
  const made = await makeGround(...how);
  grounds.push(made);
  return made;
}

describe("the list of requirements of a target", () => {
  it("is read from its commit, regardless of the checkout and the index", async () => {
    const repository = makeRepository({ ".tutti/gates.yaml": "gates: [{ name: old, run: 'true' }]" });
    const old = repository.head();
    const now = repository.commit({ ".tutti/gates.yaml": "gates: [{ name: new, run: 'true' }]" });
    const git = wireGit();
    const names = async (commit: typeof now): Promise<readonly string[]> =>
      (await readGateFile(git, repository.gitDir, commit)).gates.map(({ name }) => name);
    repository.git("rm", "-rq", ".tutti");
    expect([await names(old), await names(now)]).toEqual([["old"], ["new"]]);
  });

  test.each<[string, Files, object | string]>([
    ["nothing where there is no file", { "a.txt": "" }, { gates: [], protectedPaths: [] }],
    ["nothing where the folder has others only", { ".tutti/agents/a.yaml": "" }, { gates: [], protectedPaths: [] }],
    [
      "what a program of that name says, too",
      { ".tutti/gates.yaml": { program: "protected: [a]" } },
      { gates: [], protectedPaths: ["a"] },
    ],
    ["no link", { ".tutti/gates.yaml": { link: "../ok.yaml" }, "ok.yaml": "gates: []" }, "is a link, not a file"],
    ["no link to outside", { ".tutti/gates.yaml": { link: "/dev/zero" } }, "is a link, not a file"],
    [
      "no link in the place of the folder",
      { ".tutti": { link: "other" }, "other/gates.yaml": "gates: []" },
      ".tutti is a link, not a folder",
    ],
    ["no file in the place of the folder", { ".tutti": "text" }, ".tutti is a file, not a folder"],
    ["no folder", { ".tutti/gates.yaml/a": "text" }, "is a folder, not a file"],
    ["nothing of 100 KB", { ".tutti/gates.yaml": `# ${"x".repeat(110_000)}` }, "is larger than 100 KB"],
    ["nothing that is no YAML", { ".tutti/gates.yaml": "gates: [" }, ".tutti/gates.yaml:1:"],
  ])("is %s", async (_, files, expected) => {
    const repository = makeRepository(files);
    const read = readGateFile(wireGit(), repository.gitDir, repository.head());
    if (typeof expected !== "string") expect(await read).toEqual(expected);
    else
      await expect(read).rejects.toMatchObject({
        code: "landing.gates_invalid",
        message: expect.stringContaining(expected) as string,
      });
  });
});

describe("gates", () => {
  it("are run in order on the tree itself, and stop at the first that fails", async () => {
    const { reports, repository, notices } = await ground({ "a.txt": "hello\n", "sub dir/b": "b\n" });
    const marks = tempFolder();
    const found = await reports([
      { name: "first", run: `cat a.txt 'sub dir/b' > '${marks}/first' && git log -1 --format=%H >> '${marks}/first'` },
      { name: "second one", run: ["sh", "-c", "echo some words; echo more words >&2; exit 3"] },
      { name: "third", run: `touch '${marks}/third'` },
    ]);
    expect(found.map(({ name, passed, isCached, isFlaky }) => [name, passed, isCached, isFlaky])).toEqual([
      ["first", true, false, false],
      ["second one", false, false, false],
    ]);
    expect(found[0]).toMatchObject({ reason: "", tree: repository.git("rev-parse", "HEAD^{tree}") });
    expect(found[1]?.reason).toBe(
      "echo some words; echo more words >&2; exit 3 exited 3: more words\nsome words\nmore words",
    );
    expect(readFileSync(join(marks, "first"), "utf8")).toBe(`hello\nb\n${repository.head()}\n`);
    expect(existsSync(join(marks, "third"))).toBe(false);
    expect(notices.filter((text) => text.includes('"second one" failed on tree'))).toHaveLength(1);
  });

  it("have a folder of their own each: what one leaves or changes there is not part of what the next says", async () => {
    const { reports, wired } = await ground({ "a.txt": "a\n" });
    const found = await reports([
      { name: "formats", run: "echo changed > a.txt; touch left; mkdir -p deep/er" },
      { name: "looks", run: 'test a = $(cat a.txt) && test ! -e left && test -z "$(git status --porcelain)"' },
    ]);
    expect(found.map(({ passed, reason }) => [passed, reason])).toEqual([
      [true, ""],
      [true, ""],
    ]);
    const { places } = wired;
    expect([places.contexts, places.scratch].flatMap((folder) => readdirSync(folder))).toEqual([]);
  });

  it("know what they are and for which target, and nothing of the user's environment besides what is allowed", async () => {
    const { reports } = await ground({}, { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent" });
    const folder = tempFolder();
    await reports([{ name: "with blanks; $(x) 'q'", run: `env > '${folder}/env'` }]);
    const env = readFileSync(join(folder, "env"), "utf8").split("\n");
    expect(env).toContain("TUTTI_GATE=with blanks; $(x) 'q'");
    expect(env).toContain("TUTTI_TARGET=refs/heads/main");
    expect(env.filter((line) => /^TUTTI_(SHEET|JOB|ATTEMPT|WORKSPACE|CHANGED)/.test(line))).toEqual([]);
  });

  it("in their quick form find the changed paths in a file outside of the folder, with any file name", async () => {
    const { reports, repository } = await ground({ "a.txt": "a\n", "gone.txt": "" });
    const onto = repository.head();
    repository.git("rm", "-q", "gone.txt");
    const commit = repository.commit({ "a.txt": "b\n", "with blanks": "", "two\nlines": "", prüfen: "" });
    const folder = tempFolder();
    const run = `case "$TUTTI_CHANGED" in "$PWD"/*) exit 1;; esac; cp "$TUTTI_CHANGED" '${folder}/lines'; cp "$TUTTI_CHANGED_NUL" '${folder}/nul'`;
    const [report] = await reports([{ name: "q", run: "false", quick: run }], { commit, onto, tests: "quick" });
    expect(report).toMatchObject({ passed: true });
    expect(readFileSync(join(folder, "lines"), "utf8")).toBe('a.txt\ngone.txt\nprüfen\n"two\\012lines"\nwith blanks\n');
    expect(readFileSync(join(folder, "nul"), "utf8")).toBe("a.txt\0gone.txt\0prüfen\0two\nlines\0with blanks\0");
  });

  test.each([
    ["a program that is not there", ["no-such-program", "x"], "there is no program"],
    ["a program in the tree that may not be run", ["./a.txt"], "permission denied"],
    ["a line whose program is not there", "no-such-program x", "exited 127"],
    ["one that ends itself", "kill -9 $$", "was ended by SIGKILL"],
  ])("fail with the reason when they are %s", async (_, run, why) => {
    const { reports } = await ground({ "a.txt": "text\n" });
    expect(await reports([{ name: "g", run }])).toMatchObject([
      { passed: false, reason: expect.stringContaining(why) as string },
    ]);
  });

  it("are not run when they are called off before, and say nothing when they are called off meanwhile", async () => {
    const { reports, store, notices, ask } = await ground();
    const folder = tempFolder();
    expect(await reports([{ name: "g", run: "true" }], { cancel: AbortSignal.abort() })).toEqual([]);
    const stop = new AbortController();
    const asked = ask(
      [
        { name: "good", run: "true" },
        { name: "g", run: `touch '${folder}/begun'; exec sleep 600` },
      ],
      { cancel: stop.signal },
    );
    while (!existsSync(join(folder, "begun"))) await new Promise(setImmediate);
    stop.abort();
    expect((await asked).map(({ report }) => report.name)).toEqual(["good"]);
    expect([await store().countVerdicts(null), notices]).toEqual([1, []]);
  });

  it("leave a log that people can read, which later reports of the same tree name too", async () => {
    const { ask, hands, repository, wired } = await ground();
    const gates = [{ name: "My Gate", run: "echo out; echo err >&2; exit 1" }];
    const [answer] = await ask(gates);
    const [log] = answer?.logs ?? [];
    expect(answer?.logs).toHaveLength(2);
    expect(
      readFileSync(log ?? "", "utf8")
        .split("\n")
        .toSorted(),
    ).toEqual(["", "err", "out"]);
    expect(log?.startsWith(join(wired.places.home, "gates", "logs"))).toBe(true);
    const tree = repository.git("rev-parse", "HEAD^{tree}") as never;
    const question = {
      commit: repository.head(),
      tree,
      target: { ref: "refs/heads/main", tree },
      changed: () => Promise.resolve([]),
    };
    const reports = await runGates(hands(), {
      ...question,
      requirements: gatesFrom(gates),
      cancel: new AbortController().signal,
    });
    expect(reports).toMatchObject([{ isCached: true, log: answer?.logs.at(-1) }]);
  });
});
