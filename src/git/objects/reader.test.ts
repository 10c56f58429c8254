import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { hermetic, printedBy, wireGit } from "../../../test/kit/git.ts";
import { livingIn } from "../../../test/kit/processes.ts";
import { makeRepository, type TestRepository } from "../../../test/kit/repository.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { Conversation } from "../../process/run/converse.ts";
import { readProcesses, signalProcess } from "../../process/tree/proc.ts";
import type { Git } from "../git.ts";
import { openReader } from "./reader.ts";

const plenty = 1024 * 1024;

/** git, and every conversation that was had with it. */
function heardGit(): { git: Git; talks: Conversation[] } {
  const real = wireGit();
  const talks: Conversation[] = [];
  const converse: Git["converse"] = (talk) => {
    const conversation = real.converse(talk);
    talks.push(conversation);
    return conversation;
  };
  return { git: { ...real, converse }, talks };
}

const store = (repository: TestRepository, text: string): string =>
  printedBy(repository.path, ["hash-object", "-w", "--stdin"], { input: text }).trim();

it("many questions at once are answered by one git, each with its own answer, and what is missing is an answer too", async () => {
  const repository = makeRepository();
  const texts = Array.from({ length: 60 }, (_, place) => `text ${place}\n\0missing\n`.repeat(place * 40 + 1));
  const ids = texts.map((text) => store(repository, text));
  const { git, talks } = heardGit();
  const reader = openReader(git, { gitDir: repository.gitDir });
  const missing = "1".repeat(40);
  const answers = await Promise.all(
    ids.flatMap((id) => [reader.contents(id, plenty), reader.info(missing), reader.info(id)]),
  );
  expect(answers).toEqual(
    texts.flatMap((text, place) => [
      { kind: "found", id: ids[place], type: "blob", size: text.length, bytes: Buffer.from(text) },
      { kind: "missing" },
      { kind: "found", id: ids[place], type: "blob", size: text.length },
    ]),
  );
  expect(talks).toHaveLength(1);
  await reader.close();
  await talks[0]?.over;
});

it("an object above the size limit goes by unread, and the next answer is in its place", async () => {
  const repository = makeRepository();
  const [big, small] = [store(repository, "b".repeat(300_000)), store(repository, "small")];
  const reader = openReader(wireGit(), { gitDir: repository.gitDir });
  const answers = await Promise.all([
    reader.contents(big, 299_999),
    reader.contents(small, 5),
    reader.contents(big, 300_000),
  ]);
  expect(answers.map((answer) => (answer.kind === "found" ? [answer.size, answer.bytes?.length] : answer))).toEqual([
    [300_000, undefined],
    [5, 5],
    [300_000, 300_000],
  ]);
  await reader.close();
});

it("objects that others store, pack and clean up meanwhile are found by a git that runs already", async () => {
  const repository = makeRepository({ "a.txt": "a\n" });
  const { git, talks } = heardGit();
  const reader = openReader(git, { gitDir: repository.gitDir });
  const first = repository.head();
  const later = "later\n";
  const id = printedBy(repository.path, ["hash-object", "--stdin"], { input: later }).trim();
  expect((await reader.info(id)).kind).toBe("missing");
  store(repository, later);
  expect((await reader.info(id)).kind).toBe("found");
  repository.commit({ "b.txt": "b\n", "later.txt": later });
  repository.git("gc", "-q", "--prune=now");
  const second = repository.head();
  repository.commit({ "c.txt": "c\n" });
  repository.git("repack", "-q", "-a", "-d", "-f");
  for (const name of [first, second, repository.head(), id])
    expect((await reader.contents(name, plenty)).kind).toBe("found");
  expect(talks).toHaveLength(1);
  await reader.close();
});

it("a repository that is lent others' objects has them, also those that come later", async () => {
  const [lender, borrower] = [makeRepository({ "lent.txt": "lent\n" }), makeRepository()];
  writeFileSync(join(borrower.gitDir, "objects/info/alternates"), `${join(lender.gitDir, "objects")}\n`);
  const { git, talks } = heardGit();
  const reader = openReader(git, { gitDir: borrower.gitDir });
  expect((await reader.info(lender.head())).kind).toBe("found");
  const later = lender.commit({ "later.txt": "later\n" });
  lender.git("gc", "-q");
  expect((await reader.info(later)).kind).toBe("found");
  expect(talks).toHaveLength(1);
  await reader.close();
});

it("a git that is killed is replaced, and what it was asked is asked again", async () => {
  const repository = makeRepository();
  const { git, talks } = heardGit();
  const reader = openReader(git, { gitDir: repository.gitDir });
  const head = repository.head();
  await reader.info(head);
  const ours = livingIn(repository.gitDir);
  // Stopped first, so that it answers none of them.
  for (const row of ours) signalProcess(row, "SIGSTOP");
  const asked = Array.from({ length: 20 }, () => reader.contents(head, plenty));
  for (const row of ours) signalProcess(row, "SIGKILL");
  expect((await Promise.all(asked)).map((answer) => answer.kind)).toEqual(asked.map(() => "found"));
  await talks[0]?.over;
  expect((await reader.info(head)).kind).toBe("found");
  expect(talks).toHaveLength(2);
  await reader.close();
});

it("an object that git can't read fails alone", async () => {
  const repository = makeRepository();
  const spoiled = store(repository, "soon spoiled");
  const file = join(repository.gitDir, "objects", spoiled.slice(0, 2), spoiled.slice(2));
  chmodSync(file, 0o644);
  writeFileSync(file, "rubbish");
  const reader = openReader(wireGit(), { gitDir: repository.gitDir });
  const outcomes = await Promise.allSettled([
    reader.info(repository.head()),
    reader.contents(spoiled, plenty),
    reader.contents(repository.head(), plenty),
  ]);
  expect([outcomes[0].status, outcomes[2].status]).toEqual(["fulfilled", "fulfilled"]);
  const [, spoilt] = outcomes;
  expect(spoilt.status === "rejected" || spoilt.value.kind === "missing").toBe(true);
  await reader.close();
});

it("where git can't be started, or after the end, no caller waits for an answer", async () => {
  const { gitDir } = makeRepository();
  const reader = openReader(wireGit({ ...hermetic, PATH: "/nowhere" }), { gitDir });
  const asked = [reader.info("1".repeat(40)), reader.info("2".repeat(40))];
  for (const question of asked) await expect(question).rejects.toMatchObject({ code: "git.missing" });
  await reader.close();
  expect(() => reader.info("1".repeat(40))).toThrow("closed");
});

it("git is ended after a while without questions, and started by the next question", async () => {
  const repository = makeRepository();
  const { git, talks } = heardGit();
  const reader = openReader(git, { gitDir: repository.gitDir, idleMs: 1 });
  await reader.info(repository.head());
  expect((await talks[0]?.over)?.how).toEqual({ kind: "exited", code: 0 });
  expect((await reader.info(repository.head())).kind).toBe("found");
  expect(talks).toHaveLength(2);
  await reader.close();
});

it("a process that has nothing left to do ends, though its git is still there to be asked; and git ends with it", async () => {
  const repository = makeRepository();
  const script = join(tempFolder(), "ask.ts");
  const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  writeFileSync(
    script,
    `import { openReader } from ${source("./reader.ts")};
     import { makeGit } from ${source("../git.ts")};
     import { processGroup } from ${source("../../process/tree/containment.ts")};
     import { makeRunProcess } from ${source("../../process/run/run.ts")};
     import { readProcesses } from ${source("../../process/tree/proc.ts")};
     import { realWorld } from ${source("../../base/world/real-world.ts")};
     const run = makeRunProcess({ containment: processGroup, owner: "test.1", clock: realWorld });
     const git = makeGit({ run, emptyHome: "/", userEnvironment: process.env });
     const reader = openReader(git, { gitDir: process.argv[2], idleMs: 3_600_000 });
     const answer = await reader.info(process.argv[3]);
     const child = readProcesses().find((row) => row.parent === process.pid);
     console.log(JSON.stringify({ kind: answer.kind, child }));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script, repository.gitDir, repository.head()], {
    env: hermetic,
  });
  const { kind, child } = JSON.parse(stdout) as { kind: string; child: { pid: number; startTime: string } };
  expect(kind).toBe("found");
  await expect
    .poll(() => (readProcesses() ?? []).some((row) => row.pid === child.pid && row.startTime === child.startTime), {
      timeout: 50_000,
    })
    .toBe(false);
});
