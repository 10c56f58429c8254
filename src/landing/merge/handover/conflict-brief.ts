import { requireOk } from "../../../git/git.ts";
import { plainDiff } from "../../../git/diff/text.ts";
import { compareTrees } from "../../../git/objects/trees/compare.ts";
import { shownPath } from "../../../isolation/raw-path.ts";
import { commandText } from "../../../score/plan/command.ts";
import type { Rule } from "../../../score/plan/rule.ts";
import type { Candidate } from "../../candidate.ts";
import type { Conflict, Head } from "../../ground.ts";
import type { LandingHands } from "../../hands.ts";
import type { Promiser } from "../../promises/promise.ts";
import { promiserOf } from "../../promises/standing.ts";
import { trailFrom } from "../../promises/trail.ts";

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
  const [intents, landed, theirs, own] = await Promise.all([
    intentsSince(hands, candidate, { head, paths: new Set(paths) }),
    landedSince(hands, { base, head: head.commit, paths: shown }),
    sideOf(hands, { from: base, to: head.commit, paths: shown }),
    sideOf(hands, { from: base, to: capture, paths: shown }),
  ]);
  const brief = [
    ...intents,
    ...(landed === "" ? [] : [`Landed meanwhile, and touches these paths:\n${landed}`]),
    ...(theirs === "" ? [] : [`Its changes there since ${base}:\n${theirs}`]),
    ...(own === "" ? [] : [`Changes of the earlier attempt there since the same commit:\n${own}`]),
  ].join("\n\n");
  return { paths: paths.map(shownPath), brief: brief === "" ? null : brief };
}

const mostIntents = 5;
const mostPrompt = 1_500;
const mostTrail = 200;

/**
 * The tasks of the sheets that landed in these files meanwhile, and those of their validations that must still pass.
 */
async function intentsSince(
  hands: LandingHands,
  { job, base }: Candidate,
  { head, paths }: { readonly head: Head; readonly paths: ReadonlySet<string> },
): Promise<readonly string[]> {
  const found: string[] = [];
  let above: { readonly tree: Head["tree"]; readonly landing: Landing | null } | undefined;
  let seen = 0;
  for await (const { commit, tree, landing } of trailFrom(hands.objects, head.commit)) {
    if (above !== undefined && above.landing !== null && found.length < mostIntents) {
      const changes = await compareTrees(hands.objects, { from: tree, to: above.tree });
      const promiser = changes.some(({ path }) => paths.has(path))
        ? await promiserOf(hands, job, above.landing)
        : undefined;
      if (promiser !== undefined) found.push(intentOf(promiser));
    }
    if (commit === base || (seen += 1) > mostTrail) break;
    above = { tree, landing };
  }
  return found;
}

type Landing = Parameters<typeof promiserOf>[2];

function intentOf({ job, sheet }: Promiser): string {
  const asked = job.plan.texts[sheet.prompt]?.text.trim() ?? "";
  const validations = sheet.validations.flatMap((place) => job.plan.rules[place] ?? []).map(validationLine);
  return [
    `Sheet ${JSON.stringify(sheet.id)} landed meanwhile and changes these files. It was asked to:`,
    asked.length > mostPrompt ? `${asked.slice(0, mostPrompt)} […]` : asked,
    ...(validations.length === 0 ? [] : ["Its validations must still pass:", ...validations]),
  ].join("\n");
}

function validationLine({ description, check }: Rule): string {
  return `- ${description ?? (check.kind === "command_succeeds" ? commandText(check.command) : check.kind)}`;
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
