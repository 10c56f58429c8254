import { execFileSync } from "node:child_process";
import type { Sides } from "../../src/git/objects/trees/merge.ts";
import { objectionTo } from "../../src/landing/merge/certificate/certificate.ts";
import { mergesFor } from "../../src/landing/merge/proposals/proposals.ts";
import { wayNames } from "../../src/landing/merge/ways/proposal.ts";
import type { PartResult } from "../part.ts";

const mostMerges = 3_000;
const mostConflicts = 400;

/** Conflicts that people resolved in merge commits: whether one of the accepted merges is theirs. */
export async function provedHistories(
  folders: string | undefined,
  { say }: { readonly folder: string; readonly say: (line: string) => void },
): Promise<PartResult> {
  const totals = { tried: 0, resolved: 0, equal: 0 };
  const failures: { seed: number; what: string }[] = [];
  for (const gitDir of (folders ?? "").split(":").filter((path) => path !== "")) {
    const found = { tried: 0, resolved: 0, equal: 0 };
    for (const { path, texts, people } of conflictsIn(gitDir)) {
      found.tried += 1;
      const { proposals } = await mergesFor(path, texts, wayNames);
      const accepted = proposals.filter(({ text }) => objectionTo({ ...texts, merged: text }) === undefined);
      if (accepted.length > 0) found.resolved += 1;
      if (accepted.some(({ text }) => words(text) === words(people))) found.equal += 1;
      if (found.tried === mostConflicts) break;
    }
    say(
      `${gitDir}: ${String(found.tried)} files in conflict, ${String(found.resolved)} with a merge, ${String(found.equal)} as people merged them`,
    );
    totals.tried += found.tried;
    totals.resolved += found.resolved;
    totals.equal += found.equal;
  }
  const figures =
    totals.tried === 0
      ? {}
      : { "conflicts of people": totals.tried, "with a merge": totals.resolved, "as people merged": totals.equal };
  return { tried: totals.tried, failures, figures };
}

interface Resolved {
  readonly path: string;
  readonly texts: Sides<string>;
  readonly people: string;
}

/** Files of merge commits that both parents changed, and in which git finds a conflict. */
function* conflictsIn(gitDir: string): Generator<Resolved> {
  const git = (...args: readonly string[]): string | undefined => {
    try {
      return execFileSync("git", ["--git-dir", gitDir, ...args], {
        encoding: "utf8",
        maxBuffer: 1e8,
        stdio: ["ignore", "pipe", "ignore"],
      });
    } catch {
      return undefined;
    }
  };
  const merges = (git("rev-list", "--merges", "--parents", `-n${String(mostMerges)}`, "--all") ?? "")
    .trim()
    .split("\n");
  for (const line of merges) {
    const [merge = "", ours = "", theirs = "", more] = line.split(" ");
    const base = more === undefined && theirs !== "" ? git("merge-base", ours, theirs)?.trim() : undefined;
    if (base === undefined || base === ours || base === theirs) continue;
    const changed = (to: string): ReadonlySet<string> =>
      new Set((git("diff", "--name-only", "--diff-filter=M", base, to) ?? "").split("\n"));
    const mine = changed(ours);
    for (const path of changed(theirs)) {
      if (path === "" || !mine.has(path)) continue;
      const [before, one, other, people] = [base, ours, theirs, merge].map((commit) =>
        git("cat-file", "blob", `${commit}:${path}`),
      );
      if (before === undefined || one === undefined || other === undefined || people === undefined) continue;
      if (one === other || [before, one, other].some((text) => text.includes("\0") || text.length > 300_000)) continue;
      const [a, b, c] = [ours, base, theirs].map((commit) => `${commit}:${path}`);
      if (a === undefined || b === undefined || c === undefined || !isConflict(gitDir, { a, b, c })) continue;
      yield { path, texts: { base: before, ours: one, theirs: other }, people };
    }
  }
}

function isConflict(gitDir: string, { a, b, c }: Readonly<Record<"a" | "b" | "c", string>>): boolean {
  const script =
    'd=$(mktemp -d); git --git-dir "$0" cat-file blob "$1" >$d/a; git --git-dir "$0" cat-file blob "$2" >$d/b; git --git-dir "$0" cat-file blob "$3" >$d/c; git merge-file -p -q $d/a $d/b $d/c >/dev/null; r=$?; rm -r $d; exit $r';
  try {
    execFileSync("sh", ["-c", script, gitDir, a, b, c], { stdio: "ignore" });
    return false;
  } catch {
    return true;
  }
}

/** People's formatting does not count. */
function words(text: string): string {
  return (text.match(/\w+|[^\s\w]/g) ?? []).join(" ");
}
