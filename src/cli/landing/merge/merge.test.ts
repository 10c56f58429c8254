import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test, vi } from "vitest";
import { tutti } from "../../../../test/kit/command-line.ts";
import { itLong } from "../../../../test/kit/long.ts";
import { makeRepository, type TestRepository, writeFiles } from "../../../../test/kit/repository.ts";
import { tempFolder } from "../../../../test/kit/folders.ts";

type Change = Readonly<Record<string, string>>;

/** Branches `ours` and `theirs` of `main`. */
function branched(base: Change, ours: Change, theirs: Change): TestRepository {
  const repository = makeRepository(base);
  for (const [name, change] of Object.entries({ ours, theirs })) {
    repository.git("checkout", "-q", "-b", name, "main");
    repository.commit(change);
  }
  vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  return repository;
}

const signature = (parameters: string): Change => ({ "a.py": `def f(${parameters}):\n    return a\n` });
const both = (): TestRepository => branched(signature("a"), signature("a, b=1"), signature("a, *, c=2"));
const merge = (repository: TestRepository, ...more: readonly string[]) =>
  tutti("merge", "main", "ours", "theirs", "--repo", repository.path, ...more);

it("prints the tree of the first merge that passes its checks, and changes nothing else", async () => {
  const repository = both();
  const before = repository.git("for-each-ref") + repository.git("status", "--porcelain");
  const { code, out, err } = await merge(repository, "--check", "grep -q 'c=2, b' a.py || grep -q 'b=1, \\*' a.py");
  expect([code, err]).toEqual([0, "✓ tree (both additions, the landed one first): a.py"]);
  expect(repository.git("show", `${out}:a.py`)).toBe("def f(a, b=1, *, c=2):\n    return a");
  expect(repository.git("for-each-ref") + repository.git("status", "--porcelain")).toBe(before);
});

itLong("an order that was chosen needs a check; a check that fails is told for each merge", async () => {
  const repository = both();
  const unjudged = await merge(repository);
  expect(unjudged.code).toBe(1);
  expect(unjudged.err).toContain("name a --check to test them");
  const failed = await merge(repository, "--check", "echo no luck; false");
  expect(failed.code).toBe(1);
  expect(failed.err.match(/no luck/g)?.length).toBeGreaterThan(1);
});

it("a merge that git makes has to pass the checks too", async () => {
  const repository = branched({ a: "1\n", b: "1\n" }, { a: "2\n" }, { b: "2\n" });
  expect((await merge(repository)).err).toBe("✓ git (no conflict)");
  expect(await merge(repository, "--check", "grep 1 a")).toMatchObject({ code: 1, out: "" });
});

it("bad input is told before anything is merged", async () => {
  const repository = both();
  expect((await tutti("merge", "main", "ours", "nowhere", "--repo", repository.path)).err).toContain(
    'merge.no_revision: "nowhere" is no revision of',
  );
  expect((await merge(repository, "--output", "x")).code).toBe(2);
  expect((await merge(repository, "--budget", "none")).code).toBe(2);
});

const lockTool = `#!/bin/sh
echo "$@" >> log
case "$*" in *--offline*) echo "not in the cache" >&2; exit 1;; esac
cat package.json > package-lock.json
`;

test("a lock file is made by its own tool from the merged manifest, without network first", async () => {
  const manifest = (dependencies: Change): Change => {
    const text = `${JSON.stringify({ name: "p", version: "1", dependencies }, undefined, 2)}\n`;
    return { "package.json": text, "package-lock.json": `${text}// ${Object.keys(dependencies).join(" ")}\n` };
  };
  const common = { m: "1", n: "1", o: "1", p: "1" };
  const repository = branched(manifest(common), manifest({ a: "1", ...common }), manifest({ ...common, z: "1" }));
  const tools = tempFolder();
  writeFiles(tools, { npm: { program: lockTool } });
  vi.stubEnv("PATH", `${tools}:/usr/bin:/bin`);
  const { code, out, err } = await merge(repository);
  expect([code, err]).toEqual([0, "✓ tool (made from the merged files by its own tool): package-lock.json"]);
  const files = repository.git("ls-tree", "--name-only", out);
  expect(files).toBe("package-lock.json\npackage.json");
  expect(repository.git("show", `${out}:package-lock.json`)).toBe(repository.git("show", `${out}:package.json`));
  writeFiles(tools, { npm: { program: "#!/bin/sh\nexit 0\n" } });
  expect((await merge(repository)).err).toContain(
    "package-lock.json: npm made one side's file again, so the other side's change would be lost",
  );
  writeFiles(tools, { npm: { program: "#!/bin/sh\necho broken >&2\nexit 3\n" } });
  expect((await merge(repository)).err).toContain("--prefer-offline exited 3: broken");
});

test("three files: the merge is printed, and what is left is between marks", async () => {
  const folder = tempFolder();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const base = file("0.txt", "one two three\n");
  const [ours, theirs] = [file("1.txt", "ONE two three\n"), file("2.txt", "one two THREE\n")];
  expect(await tutti("merge", base, ours, theirs)).toEqual({ code: 0, out: "ONE two THREE", err: "" });
  const other = file("3.txt", "1 two three\n");
  const conflict = await tutti("merge", base, ours, other, "-o", join(folder, "out"));
  expect(conflict).toMatchObject({ code: 1, out: "" });
  expect(readFileSync(join(folder, "out"), "utf8")).toBe(
    "<<<<<<< ours\nONE two three\n=======\n1 two three\n>>>>>>> theirs\n",
  );
  expect((await tutti("merge", base, ours, theirs, "--check", "true")).err).toContain("--check needs three revisions");
});

test("git calls Tutti once its driver is installed, and no longer after it is removed", async () => {
  const repository = branched({ a: "one two three\n" }, { a: "ONE two three\n" }, { a: "one two THREE\n" });
  const attributes = join(repository.gitDir, "info", "attributes");
  writeFiles(repository.gitDir, { "info/attributes": "*.md text" });
  const config = repository.git("config", "--local", "--list");
  const shown = await tutti("merge-driver", "install", "--dry-run", "--repo", repository.path);
  expect(shown.out).toContain("  * merge=tutti");
  expect(repository.git("config", "--local", "--list")).toBe(config);
  const installed = await tutti("merge-driver", "install", "*.py", "a", "--repo", repository.path);
  expect(installed).toMatchObject({ code: 0, out: shown.out.replace("* merge", "*.py merge=tutti\n  a merge") });
  expect(readFileSync(attributes, "utf8")).toBe("*.md text\n*.py merge=tutti\na merge=tutti\n");
  const again = await tutti("merge-driver", "uninstall", "--repo", repository.path);
  expect(again.out).toBe(installed.out);
  expect(readFileSync(attributes, "utf8")).toBe("*.md text\n");
  expect(repository.git("config", "--local", "--list")).toBe(config);
  expect((await tutti("merge-driver", "uninstall", "--repo", repository.path)).err).toBe("Nothing is installed here.");
});

test("the driver writes the merge into the file of one side, as git wants it", async () => {
  const folder = tempFolder();
  writeFiles(folder, { base: "one two three\n", ours: "ONE two three\n", theirs: "one two THREE\n" });
  const [base = "", ours = "", theirs = ""] = ["base", "ours", "theirs"].map((name) => join(folder, name));
  expect((await tutti("merge-driver", "run", base, ours, theirs, "a.txt")).code).toBe(0);
  expect(readFileSync(ours, "utf8")).toBe("ONE two THREE\n");
  writeFileSync(theirs, "one 2 three\n");
  expect((await tutti("merge-driver", "run", base, ours, theirs, "a.txt")).code).toBe(0);
  writeFileSync(ours, "1 two three\n");
  writeFileSync(theirs, "ONE two three\n");
  expect((await tutti("merge-driver", "run", base, ours, theirs, "a.txt")).code).toBe(1);
  expect(readFileSync(ours, "utf8")).toContain("<<<<<<< ours\n1 two three\n");
});
