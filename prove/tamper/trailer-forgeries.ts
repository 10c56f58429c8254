import { type Receipt, receiptDigest } from "../../src/landing/receipts/receipt.ts";
import type { Forged, Forgery } from "./forgery.ts";
import { commitFile, gitAt, gitOf, putReceipt, readReceipt, trailers } from "./forger.ts";
import { type Ground, landed } from "./ground.ts";

const head = (ground: Ground): string => gitOf(ground, "rev-parse", "HEAD");

/** The sheet that waited goes on: its own result has to land all the same. */
async function goesOn(ground: Ground): Promise<Forged> {
  const { states } = await ground.kit.resume();
  const lies = gitOf(ground, "ls-tree", "--name-only", "main", "r.txt");
  const wrong =
    states["r"] === "landed" && lies === "r.txt"
      ? []
      : [`r is ${states["r"] ?? "nowhere"}, and main has ${JSON.stringify(lies)} of it`];
  return { sheets: ["r"], wrong };
}

export const trailerForgeries: readonly Forgery[] = [
  {
    name: "trailers-running",
    title: "trailers of a sheet that runs",
    said: "doubted",
    by: "the sheet lands its own result; the commit is not the one that is recorded",
    forge: async (ground, chance) => {
      const level = chance.pick(["validated-as-landed", "unvalidated", "partial"]);
      commitFile(
        ground,
        { path: "other.txt", text: "other\n" },
        `done\n\n${trailers({ job: ground.waiting, sheet: "r", base: head(ground), level })}`,
      );
      return goesOn(ground);
    },
  },
  {
    name: "ghost",
    title: "a whole landing of an unknown job: commit, receipt, capture among the objects",
    said: "unproven",
    by: "the capture is under no ref of this home: *consistent*",
    forge: (ground) => {
      makeGhost(ground);
      return { sheets: ["g"] };
    },
  },
  {
    name: "trailers-finished",
    title: "trailers of a sheet that landed",
    said: "doubted",
    by: "the receipt, the journal and Tutti's store name another commit",
    forge: (ground, chance) => {
      const sheet = chance.pick(landed);
      const receipt = receiptDigest(readReceipt(ground, { job: ground.job, sheet }));
      commitFile(
        ground,
        { path: "other.txt", text: "other\n" },
        `again\n\n${trailers({ job: ground.job, sheet, base: head(ground), receipt })}`,
      );
      return { sheets: [sheet] };
    },
  },
  {
    name: "receipt-running",
    title: "trailers and a fitting receipt of a sheet that runs",
    said: "doubted",
    by: "the sheet lands its own result: that receipt is not in Tutti's own store",
    forge: async (ground) => {
      const base = head(ground) as Receipt["base"];
      const receipt = {
        ...readReceipt(ground, { job: ground.job, sheet: "c" }),
        job: ground.waiting,
        sheet: "r",
        parent: base,
        base,
      };
      const commit = commitFile(
        ground,
        { path: "other.txt", text: "other\n" },
        `done\n\n${trailers({ job: ground.waiting, sheet: "r", base, receipt: receiptDigest(receipt), level: receipt.level })}`,
      );
      putReceipt(
        ground,
        { job: ground.waiting, sheet: "r" },
        JSON.stringify({ ...receipt, commit, commits: [commit] }),
      );
      return goesOn(ground);
    },
  },
  {
    name: "trailers-no-sheet",
    title: "trailers of a sheet that the job does not have",
    said: "doubted",
    by: "the journal has no record of it",
    forge: (ground) => {
      commitFile(
        ground,
        { path: "other.txt", text: "other\n" },
        `more\n\n${trailers({ job: ground.job, sheet: "z", base: head(ground) })}`,
      );
      return { sheets: ["z"] };
    },
  },
  {
    name: "trailers-no-job",
    title: "trailers of an unknown job",
    said: "unproven",
    by: "there is no receipt: *claimed*",
    forge: (ground) => {
      commitFile(
        ground,
        { path: "other.txt", text: "other\n" },
        `more\n\n${trailers({ job: "ghost-abcdef", sheet: "g", base: head(ground) })}`,
      );
      return { sheets: ["g"] };
    },
  },
  {
    name: "ghost-in-home",
    title: "such a landing, and the capture put under a ref of Tutti's own store",
    said: "undetectable",
    by: "a person who can write in your home can forge anything in it; sign landings (`landing.sign`) against that",
    forge: (ground) => {
      gitAt(ground.store, ["update-ref", "refs/tutti/snapshots/ghost-abcdef/g/1", makeGhost(ground)]);
      return { sheets: ["g"] };
    },
  },
];

/** Gives the capture. */
function makeGhost(ground: Ground): string {
  const base = head(ground);
  const { kit } = ground;
  kit.write("ghost.txt", "ghost\n");
  gitOf(ground, "add", "ghost.txt");
  const tree = gitOf(ground, "write-tree") as Receipt["tree"];
  const capture = gitAt(kit.repository, ["commit-tree", tree, "-p", base, "-m", "captured"]) as Receipt["capture"];
  const about = { job: "ghost-abcdef" as Receipt["job"], sheet: "g" };
  const commits = { parent: base as Receipt["parent"], base: base as Receipt["base"] };
  const like = readReceipt(ground, { job: ground.job, sheet: "b" });
  const claim: Receipt = {
    ...like,
    ...about,
    ...commits,
    capture,
    tree,
    validations: [{ description: "it builds", passed: true }],
    level: "validated-as-landed",
  };
  gitOf(ground, "commit", "-q", "-m", `ghost\n\n${trailers({ ...about, base, receipt: receiptDigest(claim) })}`);
  const commit = head(ground);
  putReceipt(ground, about, JSON.stringify({ ...claim, commit, commits: [commit] }));
  return capture;
}
