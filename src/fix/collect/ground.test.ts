import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { hermetic } from "../../../test/kit/new-repository.ts";
import { canOverlay } from "../../../test/kit/overlay.ts";
import { type TestRepository, makeRepository, shown, writeFiles } from "../../../test/kit/repository.ts";
import { type Places, placesIn } from "../../isolation/home/places.ts";
import { type FixGround, openGround } from "./ground.ts";
import { type Workshop, openWorkshop } from "./workshop.ts";

let places: Places;
let user: TestRepository;
const overlays = await canOverlay();
const workshopFor = (folder: string): Promise<Workshop> =>
  openWorkshop(
    { home: places.home, env: hermetic },
    { folder, cancel: new AbortController().signal, notice: () => undefined },
  );
let open: (how?: { folder?: string; target?: string; inPlace?: boolean }) => Promise<FixGround>;
beforeAll(() => {
  places = placesIn(join(tempFolder(), "home"));
  for (const folder of [places.contexts, places.repositories]) mkdirSync(folder, { recursive: true });
  user = makeRepository({ "a.js": "a\n", "lib/b.js": "b\n" });
  user.git("branch", "old");
  user.commit({ "lib/b.js": "new\n" });
  writeFiles(user.path, {
    "a.js": "changed\n",
    "node_modules/x/index.js": "installed\n",
    "c.js": "not known to git\n",
  });
  open = async ({ folder = user.path, target, inPlace = false } = {}) =>
    openGround(await workshopFor(folder), { folder, target: target ?? null, inPlace });
});

/** The output of a command where findings of a folder's branch are collected. */
async function reading(folder: string, line: string): Promise<string> {
  const workshop = await workshopFor(folder);
  const ground = await openGround(workshop, { folder, target: null, inPlace: false });
  return ground.inFiles(async (checkout) => {
    const { stdout } = await workshop.run({
      argv: ["/bin/sh", "-c", line],
      cwd: checkout,
      env: workshop.env,
      output: { kind: "memory", capBytes: 1_000 },
      limits: { timeoutMs: 60_000 },
      tree: "contained",
    });
    return stdout.toString();
  });
}

describe("findings are collected", () => {
  it("in a checkout of the branch that is checked out, without what is not committed; it is gone after that", async () => {
    const ground = await open();
    expect(ground).toMatchObject({
      top: user.path,
      target: "refs/heads/main",
      commit: user.head(),
      files: ["a.js", "lib/b.js"],
    });
    const seen = await ground.inFiles((folder) =>
      Promise.resolve([folder === user.path, shown(folder, "a.js"), shown(folder, "c.js")]),
    );
    expect(seen).toEqual([false, "file a\n", "nothing"]);
    expect(readdirSync(places.contexts)).toEqual([]);
  });

  it("at another branch, where one is named", async () => {
    const ground = await open({ target: "old" });
    expect(ground).toMatchObject({ target: "refs/heads/old", commit: user.git("rev-parse", "old") });
    expect(await ground.inFiles((folder) => Promise.resolve(shown(folder, "lib/b.js")))).toBe("file b\n");
  });

  it.skipIf(!overlays)("with the packages of the checkout, which programs there can't change", async () => {
    const seen = await reading(user.path, "cat node_modules/x/index.js; echo changed >node_modules/x/index.js");
    expect(seen).toBe("installed\n");
    expect(shown(user.path, "node_modules/x/index.js")).toBe("file installed\n");
  });

  it.skipIf(!overlays)("as the settings' `prepare` says: its commands have run, its variables are there", async () => {
    const some = makeRepository({
      "tutti.config.yaml":
        'prepare:\n  commands: ["echo made >made.txt"]\n  environment: { COLOUR: blue }\n  ports: 1\n',
      ".gitignore": "made.txt\n",
    });
    const seen = await reading(some.path, 'cat made.txt; echo "$COLOUR ${TUTTI_PORT_0:+port}"');
    expect(seen).toBe("made\nblue port\n");
    some.commit({ "tutti.config.yaml": 'prepare:\n  commands: ["echo no >&2; exit 3"]\n' });
    await expect(reading(some.path, "true")).rejects.toMatchObject({
      code: "context.not_prepared",
      message: expect.stringMatching(/exited 3.*no/s) as string,
    });
  });

  it("in the folder as it is, where that is asked for: nothing lands", async () => {
    const ground = await open({ inPlace: true });
    expect(ground).toMatchObject({
      top: user.path,
      target: null,
      commit: null,
      files: ["a.js", "c.js", "lib/b.js"],
      isCut: false,
    });
    expect(await ground.inFiles((folder) => Promise.resolve(shown(folder, "a.js")))).toBe("file changed\n");
  });
});

it("of a folder as it is, what git ignores and what is gone is not looked at", async () => {
  const some = makeRepository({ ".gitignore": "generated/\n", "web/package.json": "{}", "gone.js": "" });
  rmSync(join(some.path, "gone.js"));
  writeFiles(some.path, {
    "generated/package.json": "{}",
    "new/package.json": "{}",
    "env/pyvenv.cfg": "",
    "env/lib/setup.cfg": "",
    link: { link: "web" },
  });
  expect((await open({ folder: some.path, inPlace: true })).files).toEqual([
    ".gitignore",
    "new/package.json",
    "web/package.json",
  ]);
});

describe("uncommitted work", () => {
  it.each([false, true])("is told, also of a folder that is worked in as it is: %s", async (inPlace) => {
    const { uncommitted } = await open({ inPlace });
    expect([[...uncommitted.changed].toSorted(), [...uncommitted.staged]]).toEqual([
      ["a.js", "c.js", "node_modules/x/index.js"],
      [],
    ]);
  });
});

describe("the difference from a branch", () => {
  it.each([false, true])("is found from where they parted, also for a folder as it is: %s", async (inPlace) => {
    expect(await (await open({ inPlace })).since("old")).toEqual(new Set(["lib/b.js"]));
  });

  it("is what differs from the branch as others have it, where that is known", async () => {
    user.git("update-ref", "refs/remotes/origin/old", user.head());
    expect(await (await open()).since("old")).toEqual(new Set());
    user.git("update-ref", "-d", "refs/remotes/origin/old");
  });

  it("is refused for one that is not there", async () => {
    await expect((await open()).since("nowhere")).rejects.toMatchObject({ code: "git.no_target" });
  });
});

describe("a place where nothing could land is refused", () => {
  it("outside of git; unless the folder itself is to be fixed", async () => {
    const folder = tempFolder();
    writeFiles(folder, { "a.js": "", "node_modules/x/index.js": "" });
    await expect(open({ folder })).rejects.toMatchObject({ code: "git.no_repository" });
    const ground = await open({ folder, inPlace: true });
    expect(ground).toMatchObject({
      top: folder,
      target: null,
      commit: null,
      files: ["a.js"],
      isCut: false,
      uncommitted: { changed: new Set(), staged: new Set() },
    });
    expect(() => ground.since("main")).toThrow("there is no commit to compare");
  });

  it.each(["nowhere", "refs/heads/nowhere"])("at a branch that is not there: %s", async (target) => {
    await expect(open({ target })).rejects.toMatchObject({
      code: "git.no_target",
      message: 'there is no branch "nowhere" with a commit',
    });
  });

  it("at a branch without a commit; unless the folder itself is to be fixed", async () => {
    const folder = tempFolder();
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: folder, env: hermetic });
    writeFiles(folder, { "a.js": "a\n" });
    await expect(open({ folder })).rejects.toMatchObject({
      code: "git.no_commit",
      message: 'the branch "main" has no commit yet, so there is nothing to start from',
      hint: expect.stringContaining("--no-isolation") as string,
    });
    const ground = await open({ folder, inPlace: true });
    expect([ground.top, ground.commit, [...ground.uncommitted.changed]]).toEqual([folder, null, ["a.js"]]);
  });

  it.each([false, true])(
    "in a repository without a checkout, also when the folder itself is to be fixed: %s",
    async (inPlace) => {
      const folder = join(tempFolder(), "bare.git");
      user.git("clone", "-q", "--bare", user.path, folder);
      await expect(open({ folder, inPlace })).rejects.toMatchObject({
        code: "git.no_repository",
        message: `${folder} is a repository without a checkout (bare, or git's own folder), so there are no files for tools to look at`,
        hint: expect.stringContaining("git clone") as string,
      });
      await expect(open({ folder: join(user.path, ".git"), inPlace })).rejects.toMatchObject({
        code: "git.no_repository",
      });
    },
  );

  it("with nothing but a commit checked out", async () => {
    const detached = makeRepository();
    detached.git("checkout", "-q", "--detach");
    await expect(open({ folder: detached.path })).rejects.toMatchObject({ code: "git.no_target" });
    expect(await open({ folder: detached.path, target: "main" })).toMatchObject({ target: "refs/heads/main" });
  });
});
