import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { Candidate, Landed, Layer, Step } from "../candidate.ts";
import { gatesOf } from "../gates/compose.ts";
import { editedGates } from "../gates/edited.ts";
import type { Head, Proven } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { type LandingFacts, keptMessage, landingMessage } from "../message/message.ts";
import { type ClaimContext, type Receipt, claimOf, receiptDigest, receiptOf } from "../receipts/receipt.ts";
import { type Git, requireOk } from "../../git/git.ts";
import { type Identity, identityEnvironment } from "../../git/identity.ts";
import type { CommitObject } from "../../git/objects/bytes/commit-bytes.ts";
import { type SignedCommit, signCommit } from "../../git/history/sign.ts";

/** A layer as commits, and the receipt that they name. */
interface Made {
  readonly landed: Landed;
  readonly receipt: Receipt;
}

/** Makes commits of layers, one on the other, in Tutti's store; on the disk with its next flush. */
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
  const file = await hands.gateFile(head.commit);
  const asked = gatesOf({ file, plan: candidate.job.plan.landing });
  const paths = layer.changes.map(({ path }) => path);
  const flags = editedGates(asked, paths, file);
  const at = hands.world.now();
  const context: ClaimContext = { target: ref, strategy, signed: sign, at };
  const about = { candidate, tree, parent, level, gates, flags, ...(promises === undefined ? {} : { promises }) };
  const facts: LandingFacts = {
    job: candidate.job.id,
    sheet: candidate.sheet.id,
    attempt: candidate.attempt,
    base: candidate.base,
    level,
    receipt: receiptDigest(claimOf(about, context)),
    part: null,
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

/** The commits of one landing, oldest first; the last is where the target comes to stand. */
function lay(hands: LandingHands, layer: Layer, laying: Laying): Promise<readonly CommitSha[]> {
  if (layer.steps.length === 0) return laySquash(hands, layer, laying);
  return layer.candidate.job.plan.landing.strategy === "merge"
    ? layMerge(hands, layer, laying)
    : layRebase(hands, layer, laying);
}

async function laySquash(
  hands: LandingHands,
  layer: Layer,
  { parent, facts, at }: Laying,
): Promise<readonly CommitSha[]> {
  const { candidate, tree } = layer;
  const { strategy, sign } = candidate.job.plan.landing;
  const message = messageFor(hands, layer, facts);
  const by = candidate.job.identity;
  if (strategy !== "merge") return [await makeCommit(hands, { tree, parents: [parent], message, by, at }, sign)];
  // An agent that committed nothing has its result as the one commit that is joined.
  const own = await makeCommit(
    hands,
    {
      tree: (await hands.objects.readCommit(candidate.capture)).tree,
      parents: [candidate.base],
      message: keptMessage(candidate.sheet.title, null),
      by,
      at,
    },
    sign,
  );
  return [own, await makeCommit(hands, { tree, parents: [parent, own], message, by, at }, sign)];
}

/** The agent's commits as they were, on the sheet's base, and one that joins them with the target. */
async function layMerge(
  hands: LandingHands,
  layer: Layer,
  { parent, facts, at }: Laying,
): Promise<readonly CommitSha[]> {
  const { candidate, tree, steps } = layer;
  const { identity: by, plan } = candidate.job;
  const line: CommitSha[] = [];
  const tip = (): CommitSha => line.at(-1) ?? candidate.base;
  for (const step of steps) line.push(await keep(hands, candidate, { step, parent: tip(), facts: null, at }));
  const result = (await hands.objects.readCommit(candidate.capture)).tree;
  if (steps.at(-1)?.tree !== result) {
    line.push(
      await makeCommit(
        hands,
        { tree: result, parents: [tip()], message: keptMessage(candidate.sheet.title, null), by, at },
        plan.landing.sign,
      ),
    );
  }
  const joined = await makeCommit(
    hands,
    { tree, parents: [parent, tip()], message: messageFor(hands, layer, facts), by, at },
    plan.landing.sign,
  );
  return [...line, joined];
}

/** The agent's commits on top of the target; what it left uncommitted is the last. */
async function layRebase(
  hands: LandingHands,
  layer: Layer,
  { parent, facts, at }: Laying,
): Promise<readonly CommitSha[]> {
  const { candidate, tree, steps } = layer;
  const { identity: by, plan } = candidate.job;
  const hasRest = steps.at(-1)?.tree !== tree;
  const count = steps.length + (hasRest ? 1 : 0);
  const part = (number: number): LandingFacts => ({ ...facts, part: count === 1 ? null : { number, of: count } });
  const line: CommitSha[] = [];
  const tip = (): CommitSha => line.at(-1) ?? parent;
  for (const [place, step] of steps.entries())
    line.push(await keep(hands, candidate, { step, parent: tip(), facts: part(place + 1), at }));
  if (hasRest)
    line.push(
      await makeCommit(
        hands,
        { tree, parents: [tip()], message: messageFor(hands, layer, part(count)), by, at },
        plan.landing.sign,
      ),
    );
  return line;
}

interface Kept {
  readonly step: Step;
  readonly parent: CommitSha;
  readonly facts: LandingFacts | null;
  readonly at: EpochMs;
}

async function keep(hands: LandingHands, { job }: Candidate, { step, parent, facts, at }: Kept): Promise<CommitSha> {
  const source = await hands.objects.readCommit(step.source);
  const author = authorOf(source);
  const message = keptMessage(source.message.toString("utf8"), facts);
  return makeCommit(
    hands,
    { tree: step.tree, parents: [parent], message, by: job.identity, at, ...(author === undefined ? {} : { author }) },
    job.plan.landing.sign,
  );
}

function messageFor(hands: LandingHands, { candidate, changes }: Layer, facts: LandingFacts): string {
  return landingMessage({
    message: hands.sheets.message(candidate),
    title: candidate.sheet.title,
    paths: changes.map(({ path }) => shownPath(path)),
    facts,
  });
}

/**
 * One commit of a landing; signed by git where that is asked for, else made without a process unless somebody else
 * wrote it.
 */
export async function makeCommit(hands: LandingHands, commit: SignedCommit, isSigned: boolean): Promise<CommitSha> {
  const { objects, git, store } = hands;
  if (!isSigned && commit.author === undefined) return objects.writeCommit(commit);
  // git looks whether the tree is there.
  await objects.flush();
  if (isSigned) return signCommit(git, { gitDir: store.repository.commonDir, store: store.gitDir }, commit);
  return writeFor(git, store.gitDir, commit);
}

async function writeFor(git: Git, gitDir: string, { by, at, author, ...commit }: SignedCommit): Promise<CommitSha> {
  const own = author === undefined ? {} : pick(identityEnvironment(author, author.at), "GIT_AUTHOR_");
  const exit = await git.sealed({
    gitDir,
    args: ["commit-tree", ...commit.parents.flatMap((parent) => ["-p", parent]), "-F", "-", commit.tree],
    env: { ...identityEnvironment(by, at), ...own },
    stdin: commit.message,
  });
  return requireOk(exit, "writing a commit").toString("utf8").trim() as CommitSha;
}

function pick(all: Readonly<Record<string, string>>, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(prefix)));
}

/** Who wrote an agent's own commit, and when; `undefined` where it does not say so in a way that git would take. */
function authorOf({ author }: CommitObject): (Identity & { readonly at: EpochMs }) | undefined {
  const found = /^(.*) <([^<>]*)> (\d{1,10}) [+-]\d{4}$/.exec(Buffer.from(author, "latin1").toString("utf8"));
  const [, name = "", email = "", seconds = ""] = found ?? [];
  return name.trim() === "" ? undefined : { name, email, at: (Number(seconds) * 1000) as EpochMs };
}
