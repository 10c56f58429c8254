import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Said, tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import { type TestRepository, makeRepository, person, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Shelf, makeShelf, shelfJob } from "../../../test/kit/snapshots.ts";
import type { EpochMs, SheetId } from "../../base/ids.ts";
import { agentRefs } from "../../isolation/home/places.ts";
import { adoptedJob } from "../../isolation/strays/stray.ts";
import { snapshotWorkspace } from "../../isolation/snapshots/workspace.ts";
import { openStore } from "../../store/sqlite/open.ts";

interface Desk {
  readonly repository: TestRepository;
  readonly shelf: Shelf;
}

/** A home with a job of three sheets, of which `fix` has two snapshots; the user stands in the repository. */
async function makeDesk(): Promise<Desk> {
  const repository = makeRepository({ "a.txt": "one\ntwo\n", "old.txt": "old\n" });
  const shelf = await makeShelf(repository);
  const job = makeJob(shelfJob, ["fix", "a sheet", "idle"], {
    repository: { commonDir: repository.gitDir, gitDir: repository.gitDir, top: repository.path, objectFormat: "sha1" },
  });
  const store = await openStore(shelf.home);
  await store.journal.append([submitted(job)]);
  await store.close();
  await shelf.keep("fix", shelf.tree({ "a.txt": "one\n2\n" }), { why: "periodic" });
  await shelf.keep("fix", shelf.tree({ "a.txt": "one\n2\nthree\n", "new file.txt": "new\n" }), {
    leftOut: 2,
    at: 1_700_000_120_000,
  });
  vi.stubEnv("TUTTI_HOME", shelf.home);
  vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  return { repository, shelf };
}

const json = (said: Said): unknown => JSON.parse(said.out);

describe("tutti snapshots", () => {
  it("lists a sheet's snapshots with time, reason, diffstat and size", async () => {
    await makeDesk();
    const { code, out } = await tutti("snapshots", "fix");
    expect(code).toBe(0);
    expect(out).toMatch(/^fix of job-1: 2 snapshots$/m);
    expect(out).toMatch(/^ +@1 +\d+ d ago {2}attempt 1 {2}periodic {2}1 file \+1 -1 +6 B {3}[0-9a-f]{10}$/m);
    expect(out).toMatch(/^ +@2 +\d+ d ago {2}attempt 1 {2}end {7}2 files \+3 -1 {2}16 B {2}[0-9a-f]{10} {2}2$/m);
    expect(json(await tutti("snapshots", "1", "--json"))).toMatchObject({
      job: "job-1",
      sheet: "fix",
      snapshots: [{ number: 1 }, { number: 2, bytes: 16 }],
    });
  });

  it("says so when there are none, and refuses a sheet or a job that is not there", async () => {
    await makeDesk();
    expect(await tutti("snapshots", "idle")).toMatchObject({ code: 0, out: "No snapshots of idle in job-1 yet." });
    expect(await tutti("snapshots", "none")).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no sheet "none"') as string,
    });
    expect(await tutti("snapshots", "fix", "--job", "none")).toMatchObject({
      code: 2,
      err: expect.stringContaining("job.unknown") as string,
    });
    expect(await tutti("diff", "idle")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no snapshot of idle") as string,
    });
    expect(await tutti("diff", "fix@3")).toMatchObject({
      code: 2,
      err: expect.stringContaining("has no snapshot 3") as string,
    });
  });

  it("finds them without the database, by what they say themselves", async () => {
    const { shelf } = await makeDesk();
    rmSync(join(shelf.home, "tutti.db"));
    await shelf.keep("a sheet", shelf.tree({ "b.txt": "b\n" }));
    expect(json(await tutti("snapshots", "fix", "--json"))).toMatchObject({
      job: "job-1",
      sheet: "fix",
      snapshots: [{}, {}],
    });
    expect(json(await tutti("diff", "a sheet", "--job", "job-1", "--json"))).toMatchObject({
      files: [{ path: "b.txt", status: "added" }],
    });
    expect(await tutti("restore", "fix", "--attempt")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no record of job-1") as string,
    });
    expect((await tutti("snapshots", "fix", "--job", "../../heads")).code).toBe(2);
  });
});

it("commands that are printed can be copied, for any sheet name", async () => {
  const { shelf } = await makeDesk();
  await shelf.keep("a sheet", shelf.tree({ "b.txt": "b\n" }), { leftOut: 1 });
  const { out } = await tutti("snapshots", "a sheet", "--job", "job-1");
  expect(out).toContain("tutti diff 'a sheet@1' --job job-1   Bring one back: tutti restore 'a sheet@1' --job job-1");
  expect((await tutti("show", "a sheet")).out).toMatch(/^ {2}left out {2}1 path \(tutti status/m);
  expect((await tutti("restore", "a sheet", "--branch", "a&b")).out).toContain("git log -p -1 'a&b'");
});

it("an adopted folder is found by the last part of its path", async () => {
  const { shelf } = await makeDesk();
  await shelf.keep("../wt-dirty", shelf.tree({ "b.txt": "b\n" }), { job: adoptedJob });
  expect(await tutti("snapshots", "wt-dirty", "--job", "adopted")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\.\.\/wt-dirty of adopted/) as string,
  });
});

describe("tutti diff", () => {
  it("shows what the newest snapshot changed against its base", async () => {
    await makeDesk();
    const { code, out } = await tutti("diff", "fix");
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual(
      expect.arrayContaining(["--- a/a.txt", "+++ b/a.txt", "-two", "+2", "+three", "+++ b/new file.txt\t", "+new"]),
    );
    expect(await tutti("diff", "fix", "--name-only")).toMatchObject({ out: "a.txt\nnew file.txt" });
    expect(await tutti("diff", "fix", "--stat")).toMatchObject({
      out: " M +2 -1  a.txt\n A +1 -0  new file.txt\n 2 files +3 -1",
    });
  });

  it("shows one snapshot by its number, and what changed from one to another", async () => {
    const { repository } = await makeDesk();
    expect((await tutti("diff", "fix@1")).out).not.toContain("three");
    expect(json(await tutti("diff", "fix@1..2", "--json"))).toMatchObject({
      from: { number: 1 },
      to: { number: 2 },
      files: [{ path: "a.txt", insertions: 1, deletions: 0 }, { path: "new file.txt" }],
      text: expect.stringContaining("+three") as string,
      droppedBytes: 0,
    });
    expect(json(await tutti("diff", "fix@2", "--json"))).toMatchObject({
      from: { number: null, commit: repository.head() },
    });
  });

  it("names binary files and runs no program of the repository's", async () => {
    const { repository, shelf } = await makeDesk();
    const planted = join(tempFolder(), "planted");
    repository.git("config", "diff.evil.command", `touch ${planted}`);
    repository.git("config", "diff.evil.textconv", `touch ${planted};cat`);
    shelf.look("config", "diff.evil.command", `touch ${planted}`);
    shelf.look("config", "diff.evil.textconv", `touch ${planted};cat`);
    writeFiles(shelf.store.gitDir, { "info/attributes": "* diff=evil\n" });
    await shelf.keep("fix", shelf.tree({ ".gitattributes": "* diff=evil\n", "b.bin": new Uint8Array([0, 1]) }));
    const { out } = await tutti("diff", "fix");
    expect(out).toMatch(/^Binary files \/dev\/null and b\/b\.bin differ$/m);
    expect(shown(planted, ".")).toBe("nothing");
    expect((await tutti("diff", "fix", "--stat")).out).toContain("A binary 2 B  b.bin");
  });

  it("says where it was cut when it is too long", async () => {
    const { shelf } = await makeDesk();
    await shelf.keep("fix", shelf.tree({ "long.txt": `${"x".repeat(99)}\n`.repeat(90_000) }));
    const { out } = await tutti("diff", "fix");
    expect(out).toMatch(/\n\+x{99}\n\[cut here: \d+(?:\.\d)? [kM]B more; --stat shows every file\]$/);
    expect(out.length).toBeLessThan(9 * 1024 * 1024);
  });
});

describe("tutti show", () => {
  it("tells all about a snapshot but its content", async () => {
    const { repository, shelf } = await makeDesk();
    shelf.look("update-ref", `${agentRefs(shelfJob, "fix" as SheetId, 1)}/${repository.head()}`, repository.head());
    const { code, out } = await tutti("show", "fix");
    expect(code).toBe(0);
    expect(out).toMatch(/^fix@2 of job-1$/m);
    expect(out).toMatch(/^ {2}taken {5}2023-11-14T22:15:20Z, attempt 1 \(end\)$/m);
    expect(out).toContain(`base      ${repository.head()}`);
    expect(out).toMatch(/^ {2}changed {3}2 files \+3 -1, 16 B$/m);
    expect(out).toMatch(/^ {2}left out {2}2 paths \(tutti status names those of the last attempt\)$/m);
    expect(out).toMatch(/^ {2}agent's {3}[0-9a-f]{10} first$/m);
    expect(out).toMatch(/^ A \+1 -0 {2}new file\.txt$/m);
    expect(json(await tutti("show", "fix@1", "--json"))).toMatchObject({
      snapshot: { number: 1, why: "periodic" },
      files: [{ path: "a.txt" }],
    });
  });
});

describe("tutti restore", () => {
  it("brings the newest snapshot, or the one named, to a folder", async () => {
    const { repository } = await makeDesk();
    expect(await tutti("restore", "fix")).toMatchObject({
      code: 0,
      out: `Snapshot 2 of fix is in ${join(repository.path, "fix-2")}`,
    });
    expect(shown(repository.path, "fix-2/a.txt")).toBe("file one\n2\nthree\n");
    const folder = join(tempFolder(), "there");
    expect(json(await tutti("restore", "fix@1", "--to", folder, "--json"))).toMatchObject({
      number: 1,
      folder,
      branch: null,
    });
    expect(readdirSync(folder).toSorted()).toEqual(["a.txt", "old.txt"]);
  });

  it("leaves a folder that holds anything alone", async () => {
    const { repository } = await makeDesk();
    expect(await tutti("restore", "fix", "--to", repository.path)).toMatchObject({
      code: 2,
      err: expect.stringContaining("it is not empty") as string,
    });
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("brings it to a new branch, and leaves one that is there alone", async () => {
    const { repository } = await makeDesk();
    const head = repository.head();
    expect(await tutti("restore", "fix@1", "--branch", "rescued/fix")).toMatchObject({
      code: 0,
      out: expect.stringContaining("on the branch rescued/fix") as string,
    });
    expect(repository.git("show", "rescued/fix:a.txt")).toBe("one\n2");
    expect(await tutti("restore", "fix", "--branch", "main")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is a branch main already") as string,
    });
    expect([repository.head(), repository.git("status", "--porcelain")]).toEqual([head, ""]);
    for (const name of ["a..b", "HEAD", "x.lock", "-x", "a b", "@", "@{-1}", "n".repeat(300)])
      expect((await tutti("restore", "fix", `--branch=${name}`)).code).toBe(2);
  });

  it("refuses a branch that would lie in another one, or hold it, before anything is copied", async () => {
    const { repository } = await makeDesk();
    repository.git("branch", "deep/one");
    const objects = repository.git("count-objects", "-v");
    for (const [name, rival] of [
      ["main/x", "main"],
      ["deep", "deep/one"],
    ] as const) {
      expect(await tutti("restore", "fix", "--branch", name)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`there can be no branch ${name} beside the branch ${rival}`) as string,
      });
    }
    expect(repository.git("count-objects", "-v")).toBe(objects);
  });

  it("refuses a folder that the system does not allow", async () => {
    await makeDesk();
    expect(await tutti("restore", "fix", "--to", "/proc/x")).toMatchObject({
      code: 2,
      err: expect.stringContaining("can't write to /proc/x") as string,
    });
  });

  it("takes one target at a time", async () => {
    await makeDesk();
    expect(await tutti("restore", "fix", "--to", "x", "--branch", "y")).toMatchObject({
      code: 2,
      err: expect.stringContaining("one place at a time") as string,
    });
  });
});

it("all of them work on the job's workspace too", async () => {
  const { repository, shelf } = await makeDesk();
  const folder = tempFolder();
  mkdirSync(join(folder, "ws"));
  const about = {
    job: shelfJob,
    sheet: "fix" as SheetId,
    attempt: 1,
    why: "end",
    by: person,
    at: 1_700_000_000_000 as EpochMs,
  } as const;
  const place = { folder: join(folder, "ws"), indexPath: join(shelf.home, "ws.index") };
  const snapshot = { store: shelf.store, scratch: shelf.scratch, ...about };
  for (const text of ["1\n", "2\n"]) {
    writeFiles(place.folder, { "out.txt": text });
    await snapshotWorkspace(shelf.git, { ...place, snapshot });
  }
  expect((await tutti("snapshots", "--workspace")).out).toMatch(
    /^the workspace of job-1: 2 snapshots\n +SNAPSHOT .*\n +@1 .* fix, attempt 1 .*\n +@2 /,
  );
  expect((await tutti("diff", "--workspace")).out).toContain("-1\n+2");
  expect((await tutti("diff", "--workspace", "@1")).out).toContain("+1");
  expect((await tutti("show", "--workspace", "@1")).out).toContain("base      none");
  expect((await tutti("restore", "--workspace", "@1")).code).toBe(0);
  expect(shown(repository.path, "workspace-1/out.txt")).toBe("file 1\n");
  expect(await tutti("restore", "--workspace", "--branch", "ws")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no part of the repository") as string,
  });
  expect((await tutti("restore", "--workspace", "--attempt")).code).toBe(2);
});
