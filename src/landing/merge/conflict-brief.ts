import { requireOk } from "../../git/git.ts";
import { plainDiff } from "../../git/diff/text.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { Candidate } from "../candidate.ts";
import type { Conflict, Head } from "../ground.ts";
import type { LandingHands } from "../hands.ts";

const mostPaths = 50;
const mostCommits = 20;
const mostBytes = 8_000;

/** Both sides of the conflicting paths, and what landed meanwhile: for the agent that resolves it. */
export async function briefOf(
  hands: LandingHands,
  candidate: Candidate,
  { paths, head }: { paths: readonly string[]; head: Head },
): Promise<Conflict> {
  const { base, capture } = candidate;
  const shown = paths.slice(0, mostPaths);
  const [landed, theirs, own] = await Promise.all([
    landedSince(hands, { base, head: head.commit, paths: shown }),
    sideOf(hands, { from: base, to: head.commit, paths: shown }),
    sideOf(hands, { from: base, to: capture, paths: shown }),
  ]);
  const brief = [
    ...(landed === "" ? [] : [`Landed meanwhile, and touches these paths:\n${landed}`]),
    ...(theirs === "" ? [] : [`Its changes there since ${base}:\n${theirs}`]),
    ...(own === "" ? [] : [`Changes of the earlier attempt there since the same commit:\n${own}`]),
  ].join("\n\n");
  return { paths: paths.map(shownPath), brief: brief === "" ? null : brief };
}

async function landedSince(
  { git, store }: LandingHands,
  ask: { base: string; head: string; paths: readonly string[] },
): Promise<string> {
  const range = [ask.head, `^${ask.base}`, "--", ...literal(ask.paths)];
  const args = ["log", `--max-count=${String(mostCommits)}`, "--format=- %h %s", ...range];
  const exit = await git.sealed({ gitDir: store.gitDir, args, cutAt: mostBytes });
  return cut(requireOk(exit, "reading what landed meanwhile"));
}

async function sideOf(
  { git, store }: LandingHands,
  ask: { from: string; to: string; paths: readonly string[] },
): Promise<string> {
  const sides = [ask.from, ask.to, "--", ...literal(ask.paths)];
  const args = ["diff-tree", "--no-commit-id", "-p", "-r", ...plainDiff.args, ...sides];
  const exit = await git.sealed({ gitDir: store.gitDir, args, env: plainDiff.env, cutAt: mostBytes });
  return cut(requireOk(exit, "comparing the sides of a conflict"));
}

/** Arguments can't name paths that are no text; they are omitted. */
function literal(paths: readonly string[]): readonly string[] {
  return paths
    .map((path) => Buffer.from(path, "latin1").toString("utf8"))
    .filter((path) => !path.includes("\uFFFD"))
    .map((path) => `:(literal,top)${path}`);
}

function cut(bytes: Buffer): string {
  const text = bytes.toString("utf8").trimEnd();
  return bytes.length < mostBytes ? text : `${text}\n[…]`;
}
