import type { Closing } from "../../src/landing/receipts/closing.ts";
import type { Forgery } from "./forgery.ts";
import { gitOf, putReceipt, readEnd, replaceInEnd } from "./forger.ts";
import type { Ground } from "./ground.ts";

/** The receipt of the job's end is changed. */
function edited(name: string, title: string, change: (end: Closing, ground: Ground) => object): Forgery {
  return {
    name,
    title,
    said: "doubted",
    by: "Tutti's store has another one",
    forge: (ground) => {
      const end = readEnd(ground, ground.job);
      putReceipt(ground, { job: ground.job }, JSON.stringify({ ...end, ...change(end, ground) }));
      return { sheets: [], ends: [ground.job] };
    },
  };
}

/** One more promise holds, or seems to. */
const more = ({ promised, kept }: Closing): Partial<Closing> => ({ promised: promised + 1, kept: kept + 1 });

/** An end for a job that has none. */
function invented(ground: Ground, job: string): void {
  putReceipt(ground, { job }, JSON.stringify({ ...readEnd(ground, ground.job), job }));
}

export const endForgeries: readonly Forgery[] = [
  edited("end-count", "the receipt of a job's end counts another number of promises that hold", more),
  edited("end-commit", "the receipt of a job's end names another commit", (_, ground) => ({
    commit: ground.commits.a,
    tree: gitOf(ground, "rev-parse", `${ground.commits.a}^{tree}`),
  })),
  edited("end-more", "the receipt of a job's end says something more", () => ({ approved: true })),
  {
    name: "end-other",
    title: "the receipt of another job's end in its place",
    said: "doubted",
    by: "it names another job",
    forge: (ground) => {
      putReceipt(
        ground,
        { job: ground.job },
        JSON.stringify({ ...readEnd(ground, ground.job), job: "another-abcdef" }),
      );
      return { sheets: [], ends: [ground.job] };
    },
  },
  {
    name: "end-damaged",
    title: "the receipt of a job's end is no receipt",
    said: "doubted",
    by: "it can't be read as one",
    forge: (ground, chance) => {
      putReceipt(ground, { job: ground.job }, chance.pick(["", "{}", "[1]", '{"version":1}', "no JSON"]));
      return { sheets: [], ends: [ground.job] };
    },
  },
  {
    name: "end-ghost",
    title: "a receipt of the end of an unknown job",
    said: "unproven",
    by: "neither Tutti's store nor the journal has it: *consistent*",
    forge: (ground) => {
      invented(ground, "ghost-abcdef");
      return { sheets: [], ends: ["ghost-abcdef"] };
    },
  },
  {
    name: "end-early",
    title: "a receipt of the end of a job that has not ended",
    said: "doubted",
    by: "the journal knows the job, and Tutti's store has no such receipt",
    forge: (ground) => {
      invented(ground, ground.waiting);
      return { sheets: [], ends: [ground.waiting] };
    },
  },
  {
    name: "end-gone",
    title: "the receipt of a job's end is removed",
    said: "doubted",
    by: "Tutti's store has it",
    forge: (ground) => {
      putReceipt(ground, { job: ground.job }, null);
      return { sheets: [], ends: [ground.job] };
    },
  },
  {
    name: "end-gone-twice",
    title: "the same, and from Tutti's own store too",
    said: "unproven",
    by: "only the journal says how the job ended: *claimed*",
    forge: (ground) => {
      putReceipt(ground, { job: ground.job }, null);
      putReceipt(ground, { job: ground.job, where: "store" }, null);
      return { sheets: [], ends: [ground.job] };
    },
  },
  {
    name: "end-with-store",
    title: "the count is changed in both receipts of the job's end",
    said: "doubted",
    by: "the journal says otherwise",
    forge: (ground) => {
      forgeBoth(ground);
      return { sheets: [], ends: [ground.job] };
    },
  },
  {
    name: "end-everywhere",
    title: "the same, and in the journal",
    said: "undetectable",
    by: "nothing is left that says otherwise",
    forge: (ground) => {
      const { promised, kept } = forgeBoth(ground);
      replaceInEnd(ground, [
        `"promised":${String(promised)},"kept":${String(kept)}`,
        `"promised":${String(promised + 1)},"kept":${String(kept + 1)}`,
      ]);
      return { sheets: [], ends: [ground.job] };
    },
  },
];

/** Gives the receipt as it was. */
function forgeBoth(ground: Ground): Closing {
  const end = readEnd(ground, ground.job);
  const text = JSON.stringify({ ...end, ...more(end) });
  putReceipt(ground, { job: ground.job }, text);
  putReceipt(ground, { job: ground.job, where: "store" }, text);
  return end;
}
