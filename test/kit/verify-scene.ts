import { join } from "node:path";
import type { CommitSha, EpochMs, TreeSha } from "../../src/base/ids.ts";
import { openObjects } from "../../src/git/objects/objects.ts";
import { openRepository } from "../../src/git/repository.ts";
import { signCommit } from "../../src/git/history/sign.ts";
import { readLandings } from "../../src/git/history/trailers.ts";
import { writeCommit } from "../../src/git/history/trees.ts";
import { openObjectStore } from "../../src/isolation/store/object-store.ts";
import type { Candidate, Landed } from "../../src/landing/candidate.ts";
import { type LandingFacts, keptMessage, landingMessage } from "../../src/landing/message/message.ts";
import { type Receipt, claimOf, receiptDigest, receiptOf } from "../../src/landing/receipts/receipt.ts";
import { writeReceipts } from "../../src/landing/receipts/write.ts";
import { type Finding, verifyLandings } from "../../src/landing/verify/verify.ts";
import { type LandingStrategy, usualMessage } from "../../src/score/plan/landing-plan.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import { tempFolder } from "./folders.ts";
import { gitIn, printedBy, wireGit } from "./git.ts";
import { makeJob, makeSheet } from "./jobs.ts";
import { type TestRepository, makeRepository, person } from "./repository.ts";

const git = wireGit();
const at = 1000 as EpochMs;
export const gate = {
  name: "build",
  digest: "g",
  toolchain: "t",
  passed: true,
  isFlaky: false,
  isCached: false,
  ms: 5,
  at,
  reason: "",
};

/** A user's repository at `base`, whose target went on to `target`, and what a sheet made of `base`. */
export interface Scene {
  readonly user: TestRepository;
  readonly store: string;
  readonly candidate: Candidate;
}

const targets = new Map<string, CommitSha>();

/** Before anything landed: a scene may be used again. */
export function rewind(scene: Scene): Scene {
  const { user } = scene;
  user.git("update-ref", "refs/heads/main", targets.get(user.path) ?? user.head());
  user.git("update-ref", "-d", "refs/tutti/receipts");
  return scene;
}

export async function makeScene(format: "sha1" | "sha256" = "sha1"): Promise<Scene> {
  const user = makeRepository({ "a.txt": "1\n", "b.txt": "1\n", "both.txt": "1\n2\n3\n4\n5\n6\n7\n8\n" }, format);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const base = user.head();
  user.git("checkout", "-q", "-b", "agent");
  const capture = user.commit(
    { "a.txt": "2\n", "new.txt": "n\n", "both.txt": "one\n2\n3\n4\n5\n6\n7\n8\n" },
    "captured",
  );
  gitIn(store.gitDir, ["fetch", "-q", user.path, `${capture}:refs/tutti/snapshots/job-1/s/1`]);
  user.git("checkout", "-q", "main");
  user.git("branch", "-q", "-D", "agent");
  const target = user.commit({ "b.txt": "2\n", "both.txt": "1\n2\n3\n4\n5\n6\n7\neight\n" }, "by the user");
  targets.set(user.path, target);
  const candidate: Candidate = {
    job: makeJob("job-1", ["s"]),
    sheet: makeSheet("s"),
    attempt: 1,
    base,
    capture,
    verdict: { kind: "judged", results: [{ index: 0, description: "it builds", passed: true, reason: "" }] },
    agent: { kind: "scripted" },
    spent: nothingSpentYet,
    isReviewed: false,
    intent: null,
  };
  return { user, store: store.gitDir, candidate };
}

export const merged: Readonly<Record<string, string>> = {
  "a.txt": "2\n",
  "b.txt": "2\n",
  "new.txt": "n\n",
  "both.txt": "one\n2\n3\n4\n5\n6\n7\neight\n",
};

const trees = new Map<string, TreeSha>();

/** Most stories land the same files: seven programs make a tree once. */
export function treeOf(user: TestRepository, files: Readonly<Record<string, string>>): TreeSha {
  const key = JSON.stringify([user.path, files]);
  const tree = trees.get(key) ?? writeTree(user, files);
  trees.set(key, tree);
  return tree;
}

function writeTree(user: TestRepository, files: Readonly<Record<string, string>>): TreeSha {
  const env = { GIT_INDEX_FILE: join(user.gitDir, "any-index") };
  const lines = Object.entries(files).map(([path, text]) => {
    const blob = printedBy(user.path, ["hash-object", "-w", "--stdin"], { input: text }).trim();
    return `100644 ${blob}\t${path}\n`;
  });
  gitIn(user.path, ["read-tree", "--empty"], env);
  printedBy(user.path, ["update-index", "--index-info"], { env, input: lines.join("") });
  return gitIn(user.path, ["write-tree"], env) as TreeSha;
}

export interface Story {
  readonly strategy?: LandingStrategy;
  /** Trees of its commits; the last is what lands. */
  readonly trees?: readonly (typeof merged)[];
  readonly landing?: Partial<Landed>;
  readonly signed?: boolean;
  /** Places of commits that are not signed all the same. */
  readonly unsigned?: readonly number[];
  readonly facts?: Partial<LandingFacts>;
  /** The text that replaces the receipt; `null`: none is written. */
  readonly receipt?: (receipt: Receipt) => Receipt | null;
}

/** Lands as the queue would, as far as the story does not want it otherwise. */
export async function land(scene: Scene, story: Story = {}): Promise<Landed> {
  const { user, candidate } = scene;
  const strategy = story.strategy ?? "squash";
  const landing = (story.trees ?? [merged]).map((files) => treeOf(user, files));
  const tree = landing.at(-1) ?? ("" as TreeSha);
  const level = story.landing?.level ?? "validated-as-landed";
  const plan = { candidate, tree, parent: user.head(), level, gates: [{ ...gate, tree }], flags: [], ...story.landing };
  const context = { target: "refs/heads/main", strategy, signed: story.signed ?? false, at };
  const { id } = candidate.job;
  const facts: LandingFacts = {
    job: id,
    sheet: "s",
    attempt: 1,
    base: candidate.base,
    level,
    receipt: receiptDigest(claimOf(plan, context)),
    part: null,
    ...story.facts,
  };
  const parts = { message: usualMessage, title: "do s", paths: [], facts };
  const commits: CommitSha[] = [];
  const add = async (message: string, parents: readonly CommitSha[], content: TreeSha): Promise<void> => {
    const commit = { tree: content, parents, message, by: person, at };
    const isSigned = story.signed === true && !(story.unsigned ?? []).includes(commits.length);
    commits.push(
      await (isSigned
        ? signCommit(git, { gitDir: user.gitDir, store: user.gitDir }, commit)
        : writeCommit(git, user.gitDir, commit)),
    );
  };
  if (strategy === "squash") await add(landingMessage(parts), [plan.parent], tree);
  if (strategy === "rebase")
    for (const [place, content] of landing.entries())
      await add(
        keptMessage(`step ${String(place)}`, { ...facts, part: { number: place + 1, of: landing.length } }),
        [commits.at(-1) ?? plan.parent],
        content,
      );
  if (strategy === "merge") {
    await add(keptMessage("step\n\nTutti-Job: job-1\nTutti-Sheet: s", null), [candidate.base], landing[0] ?? tree);
    await add(landingMessage(parts), [plan.parent, commits[0] ?? plan.parent], tree);
  }
  const commit = commits.at(-1) ?? plan.parent;
  const landed: Landed = { ...plan, commits, commit };
  user.git("update-ref", "refs/heads/main", commit);
  const receipt = receiptOf(landed, context);
  const written = story.receipt === undefined ? receipt : story.receipt(receipt);
  if (written !== null) await keep(scene, written);
  return landed;
}

async function keep({ user }: Scene, receipt: Receipt): Promise<void> {
  const objects = openObjects(git, user.gitDir, user.head().length === 40 ? "sha1" : "sha256");
  await writeReceipts({ objects }, [receipt]);
  await objects.close();
}

export async function look(
  { user, store }: Scene,
  how: { signatures?: boolean; store?: undefined } = {},
): Promise<readonly Finding[]> {
  const place = {
    git,
    gitDir: user.gitDir,
    format: user.head().length === 40 ? "sha1" : "sha256",
    store: "store" in how ? undefined : store,
  } as const;
  return verifyLandings(place, await readLandings(git, user.gitDir, ["main"]), { signatures: how.signatures === true });
}

export const told = (findings: readonly Finding[]) => findings.map(({ problems, absent }) => [problems, absent]);
