import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import { notices, places, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Plays until an agent has made a file, and kills Tutti then. */
async function killAt(path: string, sheets: Parameters<Kit["spawn"]>[0], score: object): Promise<void> {
  const child = kit.spawn(sheets, { score });
  const isGone = child.gone();
  await untilMade(path, isGone);
  child.kill();
  await isGone;
}

const halfway = (begun: string): string => `create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\ncreate whole.txt whole`;

it("a branch that its user committed to after a crash in their checkout is not moved back, nor are their files", async () => {
  kit = makeKit({ "a.txt": "a\n", "mine.txt": "mine\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun) }, { isolation: "branch" });
  kit.write("mine.txt", "an hour's work\n");
  kit.git("commit", "--quiet", "--message", "user", "mine.txt");
  kit.write("later.txt", "not committed\n");
  const resumed = await kit.resume();
  expect([subjects(kit), kit.read("mine.txt"), kit.read("later.txt")]).toEqual([["fix", "user", "begin"], "an hour's work\n", "not committed\n"]);
  expect(kit.git("show", "--format=", "--name-only", "main").trim()).toBe("whole.txt");
  expect(notices(resumed)).toEqual(expect.arrayContaining([expect.stringContaining("since the last tutti died there, so it stays as it is")]));
});

it("a checkout that is put back after a crash is said to be, and where what was in it is", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun) }, { isolation: "branch" });
  kit.write("later.txt", "by the user, after the crash\n");
  const resumed = await kit.resume();
  expect(notices(resumed)).toEqual(
    expect.arrayContaining([expect.stringMatching(/is as it was before its attempt; all that was changed since is its snapshot 1$/)]),
  );
  expect((await kit.diff("fix@1")).files.map(({ path }) => path)).toEqual(["half.txt", "later.txt"]);
});

it("an attempt from a snapshot is made from it also when the sheet was running as its Tutti died", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  const script = `until-attempt 1 create one.txt 1\nuntil-attempt 1 fail 1\non-attempt 2 create two.txt 2\non-attempt 2 create ${begun}\non-attempt 2 wait-for never\ncreate whole.txt whole`;
  await killAt(begun, { fix: { script, retry: { attempts: 3, completions: 0 } } }, {});
  expect((await kit.resume({ from: "fix@1" })).states).toEqual({ fix: "landed" });
  expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["one.txt", "whole.txt"]);
});

it("a sheet that an earlier Tutti put into the person's folder goes on in a context with a copy of its work", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun) }, {});
  const [id = ""] = await kit.contexts();
  const path = join(kit.home, "contexts", id, "record.json");
  const record = JSON.parse(readFileSync(path, "utf8")) as { context: object };
  const fallback = "could not make a context";
  writeFileSync(path, JSON.stringify({ ...record, context: { ...record.context, level: "none", path: kit.repository, fallback } }));
  kit.write("half.txt", "half\n");
  const resumed = await kit.resume();
  expect(places(resumed, "fix")).toMatchObject([{ level: "clone", fallback: null }]);
  expect(notices(resumed)).toEqual(expect.arrayContaining([expect.stringContaining(`let its agent work in ${kit.repository} itself`)]));
  // Its own file is in the way there, so the result goes aside.
  const aside = `tutti/${resumed.job.id}`;
  expect([kit.at(aside, "whole.txt"), kit.git("status", "--porcelain"), subjects(kit)]).toEqual(["whole\n", "?? half.txt\n", ["begin"]]);
});

/** Gives a context's notes another id, and whatever else. */
async function renote(id: string, more: object): Promise<void> {
  const [found = ""] = await kit.contexts();
  const [from, to] = [found, id].map((name) => join(kit.home, "contexts", name));
  renameSync(from ?? "", to ?? "");
  const record = JSON.parse(readFileSync(join(to ?? "", "record.json"), "utf8")) as { context: object };
  writeFileSync(join(to ?? "", "record.json"), JSON.stringify({ ...record, ...more, context: { ...record.context, id, index: join(to ?? "", "work.index") } }));
}

it("a checkout is put back also when the journal does not know yet which context its attempt has", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: `${halfway(begun)}\nfail 1` }, { isolation: "branch", retry: { attempts: 1, completions: 0 } });
  await renote(`${(await kit.status())?.id ?? ""}.fix.7`, {});
  expect((await kit.resume()).states).toEqual({ fix: "failed" });
  expect(kit.git("status", "--porcelain")).toBe("");
});

it("a context of a sheet that its job does not have is left alone, and in nobody's way", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun) }, {});
  const id = `${(await kit.status())?.id ?? ""}.ghost`;
  await renote(id, { sheet: "ghost" });
  expect((await kit.resume()).states).toEqual({ fix: "landed" });
  expect(await kit.contexts()).toEqual([id]);
});
