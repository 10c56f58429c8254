import type { Receipt } from "../../src/landing/receipts/receipt.ts";
import type { Forgery } from "./forgery.ts";
import { commitFile, consistent, gitOf, putReceipt, readReceipt, replaceInJournal, rewrite } from "./forger.ts";
import { type Landed, landed } from "./ground.ts";

/** One field of a receipt is changed. */
function edited(name: string, title: string, change: (receipt: Receipt, other: string) => object): Forgery {
  return {
    name,
    title,
    said: "doubted",
    by: "the digest in the commit, or what git says of the commit",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      const receipt = readReceipt(ground, { job: ground.job, sheet });
      const other = chance.pick([gitOf(ground, "rev-list", "--max-parents=0", "main"), "e".repeat(40)]);
      putReceipt(ground, { job: ground.job, sheet }, JSON.stringify({ ...receipt, ...change(receipt, other) }));
      return { sheets: [sheet] };
    },
  };
}

const passing = { level: "validated-as-landed", validations: [{ description: "it builds", passed: true }] } as const;

export const receiptForgeries: readonly Forgery[] = [
  edited("receipt-commit", "the receipt names another commit", (_, other) => ({ commit: other, commits: [other] })),
  edited("receipt-tree", "the receipt names another tree", (_, other) => ({ tree: other })),
  edited("receipt-capture", "the receipt names another capture", (_, other) => ({ capture: other })),
  edited("receipt-level", "the receipt claims another level", ({ level }) =>
    level === passing.level ? { level: "unvalidated" } : passing,
  ),
  edited("receipt-more", "the receipt says something more", () => ({ approved: true, flags: ["all is well"] })),
  {
    name: "receipt-damaged",
    title: "the receipt is no receipt",
    said: "doubted",
    by: "it can't be read as one",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      putReceipt(ground, { job: ground.job, sheet }, chance.pick(["", "{}", "[1]", '{"version":2}', "no JSON"]));
      return { sheets: [sheet] };
    },
  },
  {
    name: "receipt-gone",
    title: "the receipt is removed",
    said: "doubted",
    by: "the journal says that it landed here, with a receipt",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      putReceipt(ground, { job: ground.job, sheet }, null);
      return { sheets: [sheet] };
    },
  },
  {
    name: "receipt-other",
    title: "the receipt of another sheet in its place",
    said: "doubted",
    by: "it names another sheet and commit",
    forge: (ground, chance) => {
      const [sheet, other] = chance.pick<readonly [Landed, Landed]>([
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ]);
      putReceipt(
        ground,
        { job: ground.job, sheet },
        JSON.stringify(readReceipt(ground, { job: ground.job, sheet: other })),
      );
      return { sheets: [sheet] };
    },
  },
  {
    name: "receipts-gone",
    title: "`refs/tutti/receipts` deleted",
    said: "doubted",
    by: "the journal, for each landing",
    forge: (ground) => {
      gitOf(ground, "update-ref", "-d", "refs/tutti/receipts");
      return { sheets: landed, ends: [ground.job] };
    },
  },
  {
    name: "receipts-elsewhere",
    title: "`refs/tutti/receipts` pointed at something else",
    said: "doubted",
    by: "the journal, for each landing",
    forge: (ground, chance) => {
      gitOf(
        ground,
        "update-ref",
        "refs/tutti/receipts",
        gitOf(ground, "rev-parse", chance.pick(["main", "main^{tree}", "main:a.txt"])),
      );
      return { sheets: landed, ends: [ground.job] };
    },
  },
  {
    name: "level-upgraded",
    title: "the level in the commit's trailers is raised",
    said: "doubted",
    by: "the commit is another one: receipt, journal and Tutti's store name the first",
    forge: (ground) => {
      const message = (text: string): string =>
        text.replace("Tutti-Validated: unvalidated", "Tutti-Validated: validated-as-landed");
      rewrite(ground, ground.commits.c, { message });
      return { sheets: ["c"] };
    },
  },
  {
    name: "level-with-receipt",
    title: "the level is raised in commit and receipt, which fit each other",
    said: "doubted",
    by: "the journal and Tutti's store name another commit",
    forge: (ground) => {
      const { receipt } = consistent(ground, "c", passing);
      putReceipt(ground, { job: ground.job, sheet: "c" }, receipt);
      return { sheets: ["c"] };
    },
  },
  {
    name: "level-with-journal",
    title: "the same, and the journal's rows are edited to fit",
    said: "doubted",
    by: "Tutti's store names another commit",
    forge: (ground) => {
      const { commit, receipt } = consistent(ground, "c", passing);
      putReceipt(ground, { job: ground.job, sheet: "c" }, receipt);
      replaceInJournal(ground, "c", [ground.commits.c, commit]);
      replaceInJournal(ground, "c", ['"level":"unvalidated"', '"level":"validated-as-landed"']);
      return { sheets: ["c"] };
    },
  },
  {
    name: "level-everywhere",
    title: "the same, and Tutti's own store too",
    said: "undetectable",
    by: "nothing is left that says otherwise; sign landings (`landing.sign`) against that",
    forge: (ground) => {
      const { commit, receipt } = consistent(ground, "c", passing);
      putReceipt(ground, { job: ground.job, sheet: "c" }, receipt);
      putReceipt(ground, { job: ground.job, sheet: "c", where: "store" }, receipt);
      replaceInJournal(ground, "c", [ground.commits.c, commit]);
      replaceInJournal(ground, "c", ['"level":"unvalidated"', '"level":"validated-as-landed"']);
      return { sheets: ["c"] };
    },
  },
  {
    name: "undone-word",
    title: "a commit takes a landing out and says so (`git revert`)",
    said: "said",
    by: "named with the commit; exit code 0",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      gitOf(ground, "revert", "--no-edit", ground.commits[sheet]);
      return { sheets: [sheet] };
    },
  },
  {
    name: "undone-silent",
    title: "a commit puts the files back to what they were, without a word",
    said: "undone",
    by: "the tree of the target, with the commit",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      commitFile(ground, { path: `${sheet}.txt`, text: "begin\n" }, "clean up");
      return { sheets: [sheet] };
    },
  },
];
