import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeKit } from "../../test/kit/kit.ts";
import type { Forgery } from "./forgery.ts";
import { commitFile, gitAt, gitOf, replaceInJournal, rewrite } from "./forger.ts";
import { type Ground, landed } from "./ground.ts";

/** Where another file lies in the tree of a commit. */
function treeWith(ground: Ground, commit: string, path: string): string {
  const blob = gitAt(ground.kit.repository, ["hash-object", "-w", "--stdin"], { input: "evil\n" });
  const env = { GIT_INDEX_FILE: join(ground.kit.root, "evil-index") };
  gitAt(ground.kit.repository, ["read-tree", commit], { env });
  gitAt(ground.kit.repository, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], { env });
  return gitAt(ground.kit.repository, ["write-tree"], { env });
}

/** Every landing as another commit, on the one before it. */
function rewriteAll(ground: Ground, message: (text: string) => string): void {
  let parent = gitOf(ground, "rev-parse", `${ground.commits.a}^`);
  for (const sheet of landed) parent = rewrite(ground, ground.commits[sheet], { parent, message });
  gitOf(ground, "reset", "-q", "--hard", parent);
}

export const historyForgeries: readonly Forgery[] = [
  {
    name: "amended-tree",
    title: "the landed commit is amended: another file comes in with it",
    said: "doubted",
    by: "receipt, journal and Tutti's store name another commit; the change is not the sheet's",
    forge: (ground, chance) => {
      rewrite(ground, ground.commits.c, {
        tree: treeWith(ground, "main", chance.pick(["evil.txt", "a.txt", "c.txt"])),
      });
      return { sheets: ["c"] };
    },
  },
  {
    name: "amended-trailers-gone",
    title: "the landed commit is amended: its trailers are gone",
    said: "missing",
    by: "the journal",
    forge: (ground) => {
      rewrite(ground, ground.commits.c, { message: () => "c" });
      return { sheets: ["c"] };
    },
  },
  {
    name: "rebased",
    title: "the landings are rebased: the same trees, other commits",
    said: "doubted",
    by: "their receipts name other commits",
    forge: (ground, chance) => {
      rewriteAll(ground, chance.pick<(text: string) => string>([String, (text) => text.replace("chore", "feat")]));
      return { sheets: landed };
    },
  },
  {
    name: "picked-again",
    title: "a landing is cherry-picked again: it seems to have landed twice",
    said: "doubted",
    by: "the copy is not the commit that is recorded; the first stays proven",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      gitOf(ground, "cherry-pick", "--keep-redundant-commits", ground.commits[sheet]);
      return { sheets: [sheet] };
    },
  },
  {
    name: "picked-elsewhere",
    title: "a landing is cherry-picked to another branch",
    said: "ignored",
    by: "its target is what counts",
    forge: (ground, chance) => {
      gitOf(ground, "checkout", "-q", "-b", "side", `${ground.commits.a}^`);
      gitOf(ground, "cherry-pick", "--keep-redundant-commits", ground.commits[chance.pick(landed)]);
      gitOf(ground, "checkout", "-q", "main");
      return { sheets: [] };
    },
  },
  {
    name: "reset",
    title: "the target is reset to before a landing",
    said: "missing",
    by: "the journal",
    forge: (ground, chance) => {
      const from = chance.whole(landed.length);
      gitOf(ground, "reset", "-q", "--hard", `${ground.commits[landed[from] ?? "c"]}^`);
      return { sheets: landed.slice(from) };
    },
  },
  {
    name: "recorded-otherwise",
    title: "the journal's rows are edited: a sheet landed as a person's own commit",
    said: "missing",
    by: "that commit is no landing of the sheet",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      const commit = commitFile(ground, { path: "mine.txt", text: "mine\n" }, "my own");
      replaceInJournal(ground, sheet, [ground.commits[sheet], commit]);
      return { sheets: [sheet] };
    },
  },
  {
    name: "replaced",
    title: "a replacement (`refs/replace`) for a landed commit",
    said: "ignored",
    by: "Tutti's git sees what is there",
    forge: (ground, chance) => {
      const commit = ground.commits[chance.pick(landed)];
      const other = gitAt(ground.kit.repository, [
        "commit-tree",
        treeWith(ground, commit, "evil.txt"),
        "-p",
        `${commit}^`,
        "-m",
        "evil",
      ]);
      gitOf(ground, "replace", commit, other);
      return { sheets: [] };
    },
  },
  {
    name: "grafted",
    title: "grafts give a landed commit other parents",
    said: "ignored",
    by: "Tutti's git sees what is there",
    forge: (ground) => {
      mkdirSync(join(ground.kit.repository, ".git", "info"), { recursive: true });
      writeFileSync(
        join(ground.kit.repository, ".git", "info", "grafts"),
        `${ground.commits.c} ${gitOf(ground, "rev-parse", `${ground.commits.a}^`)}\n`,
      );
      return { sheets: [] };
    },
  },
  {
    name: "shallow",
    title: "the history is cut off (`.git/shallow`)",
    said: "missing",
    by: "the journal, for each landing behind the edge; the one at the edge is still there",
    forge: (ground) => {
      writeFileSync(join(ground.kit.repository, ".git", "shallow"), `${ground.commits.c}\n`);
      return { sheets: landed.filter((sheet) => sheet !== "c") };
    },
  },
  {
    name: "another-repository",
    title: "commits and receipts of a Tutti elsewhere, merged in",
    said: "unproven",
    by: "neither capture nor record is in this home: *consistent*",
    forge: async (ground) => {
      const other = makeKit({ "far.txt": "far\n" });
      try {
        await other.play({ far: "create far.txt landed" });
        gitOf(ground, "fetch", "-q", other.repository, "main", "refs/tutti/receipts:refs/forged/receipts");
        gitOf(
          ground,
          "merge",
          "-q",
          "--allow-unrelated-histories",
          "-m",
          "join",
          gitOf(ground, "rev-parse", "FETCH_HEAD"),
        );
        const lines = [
          gitOf(ground, "ls-tree", "refs/tutti/receipts"),
          gitOf(ground, "ls-tree", "refs/forged/receipts"),
        ];
        gitOf(
          ground,
          "update-ref",
          "refs/tutti/receipts",
          gitAt(ground.kit.repository, ["mktree"], { input: `${lines.join("\n")}\n` }),
        );
      } finally {
        other.dispose();
      }
      return { sheets: ["far"] };
    },
  },
];
