import { sharedRecipe } from "../../score/plan/recipe.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { Candidate, Landed, Layer, Step } from "../candidate.ts";
import { gatesOf } from "../gates/compose.ts";
import { editedGates } from "../gates/edited.ts";
import type { Head, Proven } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { type LandingFacts, keptMessage, landingMessage } from "../message/message.ts";
import { type ClaimContext, type Receipt, claimOf, receiptDigest, receiptOf } from "../receipts/receipt.ts";
import type { Authored } from "../../git/identity.ts";
import type { CommitObject } from "../../git/objects/bytes/commit-bytes.ts";
import { signCommit } from "../../git/history/sign.ts";
import { type NewCommit, writeCommit } from "../../git/history/trees.ts";

/** A layer as commits, and the receipt that they name. */
interface Made {
  readonly landed: Landed;
  readonly receipt: Receipt;
}

/** In Tutti's store; on the disk with its next flush. */
export async function commitStack(
  hands: LandingHands,
  ref: string,
  { head, stack }: { head: Head; stack: readonly Proven[] },
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let parent = head.commit;
  for (const proven of stack) {
    const one = await commitLayer(hands, { ref, head, parent }, proven);
    made.push(one);
    parent = one.landed.commit;
  }
  return made;
}

interface On {
  readonly ref: string;
  readonly head: Head;
  readonly parent: CommitSha;
}

async function commitLayer(
  hands: LandingHands,
  { ref, head, parent }: On,
  { layer, level, gates, promises }: Proven,
): Promise<Made> {
  const { candidate, tree } = layer;
  const { strategy, sign } = candidate.job.plan.landing;
  const file = await hands.gates.file(head.commit);
  const asked = gatesOf({ file, plan: candidate.job.plan.landing, recipe: sharedRecipe(candidate.job.plan) });
  const paths = layer.changes.map(({ path }) => path);
  const flags = editedGates(asked, paths, file);
  const at = hands.self.world.now();
  const context: ClaimContext = { target: ref, strategy, signed: sign, at };
  const about = {
    ...{ candidate, tree, parent, level, gates, flags },
    ...(promises === undefined ? {} : { promises }),
    ...(layer.merge === undefined ? {} : { merge: layer.merge }),
  };
  const facts: LandingFacts = {
    job: candidate.job.id,
    sheet: candidate.sheet.id,
    attempt: candidate.attempt,
    base: candidate.base,
    level,
    receipt: receiptDigest(claimOf(about, context)),
    part: null,
    ...(layer.merge === undefined ? {} : { merge: layer.merge.way }),
  };
  const commits = await lay(hands, layer, { parent, facts, at });
  const landed: Landed = { ...about, commits, commit: commits.at(-1) ?? parent };
  return { landed, receipt: receiptOf(landed, context) };
}

interface Laying {
  readonly parent: CommitSha;
  readonly facts: LandingFacts;
  readonly at: EpochMs;
}

/** Oldest first; the target moves to the last. */
function lay(hands: LandingHands, layer: Layer, laying: Laying): Promise<readonly CommitSha[]> {
  if (layer.steps.length === 0) return laySquash(hands, layer, laying);
  return layer.candidate.job.plan.landing.strategy === "merge"
    ? layMerge(hands, layer, laying)
    : layRebase(hands, layer, laying);
}

/** Without commits of the agent's own. */
async function laySquash(hands: LandingHands, layer: Layer, laying: Laying): Promise<readonly CommitSha[]> {
  const { candidate, tree } = layer;
  const { parent } = laying;
  const message = messageFor(hands, layer, laying.facts);
  const write = writerFor(hands, candidate, laying);
  if (candidate.job.plan.landing.strategy !== "merge") return [await write({ tree, parents: [parent], message })];
  const own = await write(await restOf(hands, candidate, candidate.base));
  return [own, await write({ tree, parents: [parent, own], message })];
}

/** The agent's commits as they were, on the sheet's base, and one that joins them with the target. */
async function layMerge(hands: LandingHands, layer: Layer, laying: Laying): Promise<readonly CommitSha[]> {
  const { candidate, tree, steps } = layer;
  const { parent, facts, at } = laying;
  const write = writerFor(hands, candidate, laying);
  const line: CommitSha[] = [];
  const tip = (): CommitSha => line.at(-1) ?? candidate.base;
  for (const step of steps) line.push(await keep(hands, candidate, { step, parent: tip(), facts: null, at }));
  const rest = await restOf(hands, candidate, tip());
  if (steps.at(-1)?.tree !== rest.tree) line.push(await write(rest));
  return [...line, await write({ tree, parents: [parent, tip()], message: messageFor(hands, layer, facts) })];
}

/** The agent's commits on top of the target; what it left uncommitted is the last. */
async function layRebase(hands: LandingHands, layer: Layer, laying: Laying): Promise<readonly CommitSha[]> {
  const { candidate, tree, steps } = layer;
  const { parent, facts, at } = laying;
  const hasRest = steps.at(-1)?.tree !== tree;
  const count = steps.length + (hasRest ? 1 : 0);
  const part = (number: number): LandingFacts => ({ ...facts, part: count === 1 ? null : { number, of: count } });
  const line: CommitSha[] = [];
  const tip = (): CommitSha => line.at(-1) ?? parent;
  for (const [place, step] of steps.entries())
    line.push(await keep(hands, candidate, { step, parent: tip(), facts: part(place + 1), at }));
  const message = messageFor(hands, layer, part(count));
  if (hasRest) line.push(await writerFor(hands, candidate, laying)({ tree, parents: [tip()], message }));
  return line;
}

type Content = Pick<NewCommit, "tree" | "parents" | "message">;

/** The whole result as one commit: for an agent that committed nothing, or not all. */
async function restOf({ objects }: LandingHands, candidate: Candidate, parent: CommitSha): Promise<Content> {
  const { tree } = await objects.readCommit(candidate.capture);
  return { tree, parents: [parent], message: keptMessage(candidate.sheet.title, null) };
}

function writerFor(
  hands: LandingHands,
  { job }: Candidate,
  { at }: Pick<Laying, "at">,
): (content: Content & Pick<NewCommit, "author">) => Promise<CommitSha> {
  return (content) => makeCommit(hands, { ...content, by: job.identity, at }, job.plan.landing.sign);
}

interface Kept {
  readonly step: Step;
  readonly parent: CommitSha;
  readonly facts: LandingFacts | null;
  readonly at: EpochMs;
}

async function keep(hands: LandingHands, candidate: Candidate, kept: Kept): Promise<CommitSha> {
  const { step, parent, facts } = kept;
  const source = await hands.objects.readCommit(step.source);
  const author = authorOf(source);
  const message = keptMessage(source.message.toString("utf8"), facts);
  const content = { tree: step.tree, parents: [parent], message, ...(author === undefined ? {} : { author }) };
  return writerFor(hands, candidate, kept)(content);
}

function messageFor(hands: LandingHands, { candidate, changes }: Layer, facts: LandingFacts): string {
  return landingMessage({
    message: hands.sheets.message(candidate),
    title: candidate.sheet.title,
    paths: changes.map(({ path }) => shownPath(path)),
    facts,
  });
}

/** Signed by git where that is asked for; else without a process, unless another person is its author. */
export async function makeCommit(hands: LandingHands, commit: NewCommit, isSigned: boolean): Promise<CommitSha> {
  const { objects, git, store } = hands;
  if (!isSigned && commit.author === undefined) return objects.writeCommit(commit);
  // git checks that the tree is there.
  await objects.flush();
  if (isSigned) return signCommit(git, { gitDir: store.repository.commonDir, store: store.gitDir }, commit);
  return writeCommit(git, store.gitDir, commit);
}

/** `undefined`: the commit names no author that git would accept. */
function authorOf({ author }: CommitObject): Authored["author"] | undefined {
  const found = /^(.*) <([^<>]*)> (\d{1,10}) [+-]\d{4}$/.exec(Buffer.from(author, "latin1").toString("utf8"));
  const [, name = "", email = "", seconds = ""] = found ?? [];
  return name.trim() === "" ? undefined : { name, email, at: (Number(seconds) * 1000) as EpochMs };
}
