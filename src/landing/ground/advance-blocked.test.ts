import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, hastyWorld } from "../../../test/kit/git.ts";
import { type Landing, makeLanding } from "../../../test/kit/landing.ts";
import { type Files, shown, writeFiles } from "../../../test/kit/repository.ts";

const story = {
  before: {
    "edited.txt": "one\n",
    "deleted.txt": "d\n",
    tool: "t\n",
    link: { link: "tool" },
    "notes.txt": "notes\n",
    ".gitignore": "*.log\n",
  },
  remove: ["deleted.txt"],
  change: {
    "edited.txt": "ONE\n",
    tool: { program: "t\n" },
    link: { link: "notes.txt" },
    "new/file.txt": "new\n",
    "größe.txt": "g\n",
  },
};

type Deed = (landing: Landing) => void;
const writes =
  (files: Files): Deed =>
  ({ user }) =>
    writeFiles(user.path, files);
const runs =
  (...args: readonly string[]): Deed =>
  ({ user }) =>
    void user.git(...args);
const removes =
  (name: string): Deed =>
  ({ user }) =>
    rmSync(join(user.path, name));
const begins =
  (name: string): Deed =>
  ({ user }) =>
    writeFileSync(join(user.gitDir, name), `${user.head()}\n`);

const cases: readonly [what: string, why: RegExp, ...deeds: Deed[]][] = [
  ["an edited file", /edited\.txt .*uncommitted/, writes({ "edited.txt": "mine\n" })],
  ["a staged file", /edited\.txt .*uncommitted/, writes({ "edited.txt": "mine\n" }), runs("add", "edited.txt")],
  [
    "a staged change that was taken back in the file",
    /edited\.txt .*uncommitted/,
    writes({ "edited.txt": "mine\n" }),
    runs("add", "edited.txt"),
    writes({ "edited.txt": "one\n" }),
  ],
  ["a deleted file", /edited\.txt .*uncommitted/, removes("edited.txt")],
  ["a changed mode", /tool .*uncommitted/, writes({ tool: { program: "t\n" } })],
  ["an edit of a file that is to go", /deleted\.txt .*uncommitted/, writes({ "deleted.txt": "mine\n" })],
  ["an untracked file", /new\/file\.txt .*not tracked/, writes({ "new/file.txt": "mine\n" })],
  ["an untracked file with the very same content", /new\/file\.txt .*not tracked/, writes({ "new/file.txt": "new\n" })],
  [
    "an ignored file",
    /new\/file\.txt .*not tracked/,
    writes({ ".git/info/exclude": "new/\n", "new/file.txt": "mine\n" }),
  ],
  [
    "an ignored file where a folder is to be",
    /new .*not tracked/,
    writes({ ".git/info/exclude": "new\n", new: "mine\n" }),
  ],
  ["a staged new file", /new\/file\.txt/, writes({ "new/file.txt": "mine\n" }), runs("add", "-f", "new/file.txt")],
  [
    "an edit marked as not to be looked at",
    /edited\.txt/,
    runs("update-index", "--assume-unchanged", "edited.txt"),
    writes({ "edited.txt": "" }),
  ],
  [
    "an edit that is to stay out of commits",
    /edited\.txt/,
    runs("update-index", "--skip-worktree", "edited.txt"),
    writes({ "edited.txt": "on" }),
  ],
  ["a merge under way", /middle of a merge/, begins("MERGE_HEAD")],
  ["a cherry-pick under way", /middle of a cherry-pick/, begins("CHERRY_PICK_HEAD")],
  ["a revert under way", /middle of a revert/, begins("REVERT_HEAD")],
  ["a patch series under way", /middle of a rebase/, ({ user }) => mkdirSync(join(user.gitDir, "rebase-apply"))],
  ["another git at work", /index\.lock exists/, begins("index.lock")],
];

/** Everything of the user's that a landing could touch. */
function stateOf({ user, status }: Landing): unknown {
  const seen = ["edited.txt", "deleted.txt", "tool", "link", "notes.txt", "new", "größe.txt"].map((name) =>
    shown(user.path, name),
  );
  const edited = statSync(join(user.path, "edited.txt"), { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  const inside = existsSync(join(user.path, "new/file.txt")) ? shown(user.path, "new/file.txt") : "nothing";
  return [user.head(), status(), readFileSync(join(user.gitDir, "index")).toString("hex"), edited, seen, inside];
}

describe("a landing on the branch that the user has checked out touches nothing", () => {
  it.each(cases)("when it meets %s", async (_, why, ...deeds) => {
    const landing = await makeLanding(story);
    for (const deed of deeds) deed(landing);
    // git writes down what it has found out about unchanged files.
    landing.status();
    const before = stateOf(landing);
    expect(await landing.land()).toMatchObject({ kind: "blocked", why: expect.stringMatching(why) as string });
    expect(stateOf(landing)).toEqual(before);
  });

  it("while the user rebases that branch, although HEAD is on none then", async () => {
    const landing = await makeLanding(story);
    const { user } = landing;
    user.git("commit", "-q", "--allow-empty", "-m", "mine");
    expect(() => gitIn(user.path, ["rebase", "-q", "-x", "false", "HEAD^"])).toThrow();
    expect(user.git("branch", "--show-current")).toBe("");
    expect(await landing.land()).toMatchObject({
      kind: "blocked",
      why: expect.stringMatching(/middle of a rebase/) as string,
    });
  });
});

it("a landing waits for a merge of the user's that ends soon, and then goes on", async () => {
  const ends: (() => void)[] = [];
  const world = {
    ...hastyWorld,
    after: (_: number, call: () => void) => (ends.shift()?.(), setImmediate(call), () => undefined),
  };
  const landing = await makeLanding({ ...story, world });
  begins("MERGE_HEAD")(landing);
  ends.push(() => {
    rmSync(join(landing.user.gitDir, "MERGE_HEAD"));
  });
  expect(await landing.land()).toEqual({ kind: "published" });
  expect([landing.user.head(), landing.status()]).toEqual([landing.to, ""]);
});
