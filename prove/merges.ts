import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sides } from "../src/git/objects/trees/merge.ts";
import { objectionTo } from "../src/landing/merge/certificate/certificate.ts";
import { mergesFor } from "../src/landing/merge/proposals/proposals.ts";
import { wayNames } from "../src/landing/merge/ways/proposal.ts";
import { edited } from "./merges/edits.ts";
import { provedHistories } from "./merges/histories.ts";
import { wrongsIn } from "./merges/judge.ts";
import { anyProgram, textOf } from "./merges/program.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { caseSeed, chanceFrom } from "./seed.ts";

/** A merge that is accepted has all that both sides wrote and nothing that either removed, and parses. */
export const merges: Part = {
  name: "merges",
  summary:
    "merges of random changes, and of the merge commits in the repositories of TUTTI_HISTORIES: none accepted loses or revives anything",
  defaultCount: 10_000,
  run: proveMerges,
};

async function proveMerges({ count, seed, say }: PartOrder): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), "tutti-merges-"));
  try {
    const tally = { ...noFigures };
    const failures: { seed: number; what: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const own = caseSeed(seed, index);
      failures.push(...(await trial(folder, sidesFrom(own), tally)).map((what) => ({ seed: own, what })));
    }
    const histories = await provedHistories(process.env["TUTTI_HISTORIES"], { folder, say });
    return {
      tried: count + histories.tried,
      failures: [...failures, ...histories.failures],
      figures: { ...tally, ...histories.figures, wrong: failures.length },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const noFigures = {
  ...{ conflicts: 0, resolved: 0, accepted: 0, refused: 0 },
  ...{ "clean in git": 0, "clean, and git's text proposed": 0 },
};

/** What is wrong with any merge that the certificate accepts. */
async function trial(folder: string, texts: Sides<string>, tally: typeof noFigures): Promise<readonly string[]> {
  const { proposals } = await mergesFor("a.js", texts, wayNames);
  const accepted = proposals.filter(({ text }) => objectionTo({ ...texts, merged: text }) === undefined);
  tally.accepted += accepted.length;
  tally.refused += proposals.length - accepted.length;
  const byGit = gitMerge(folder, texts);
  tally[byGit === undefined ? "conflicts" : "clean in git"] += 1;
  if (byGit === undefined && accepted.length > 0) tally.resolved += 1;
  if (accepted.some(({ text }) => text === byGit)) tally["clean, and git's text proposed"] += 1;
  return accepted.flatMap(({ way, reason, text }) =>
    wrongsIn(texts, text).map((wrong) => `${way} (${reason}): ${wrong}`),
  );
}

function sidesFrom(seed: number): Sides<string> {
  const chance = chanceFrom(seed);
  const base = anyProgram(chance);
  return { base: textOf(base), ours: textOf(edited(base, chance, "a")), theirs: textOf(edited(base, chance, "b")) };
}

/** `undefined`: git finds a conflict. */
function gitMerge(folder: string, { base, ours, theirs }: Sides<string>): string | undefined {
  const paths = { base: join(folder, "base"), ours: join(folder, "ours"), theirs: join(folder, "theirs") };
  for (const [name, text] of [
    ["base", base],
    ["ours", ours],
    ["theirs", theirs],
  ] as const)
    writeFileSync(paths[name], text);
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", "-q", paths.ours, paths.base, paths.theirs], {
    encoding: "utf8",
  });
  return status === 0 ? stdout : undefined;
}
