import { TuttiError } from "../../../base/error.ts";
import type { TreeSha } from "../../../base/ids.ts";
import { mergeAny } from "../../../git/objects/trees/content-merge.ts";
import { type Objects, openObjects } from "../../../git/objects/objects.ts";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import { openRepository } from "../../../git/repository.ts";
import { shownPath } from "../../../isolation/raw-path.ts";
import { makeExcerpt } from "../../../process/output/excerpt.ts";
import { endWords } from "../../../process/process.ts";
import { argvOf, commandTemplate } from "../../../score/plan/command.ts";
import type { FallenMerge } from "../../../sheet/merges.ts";
import { deriveFiles } from "../derived/derive.ts";
import { type MergeProposal, proposeTrees, type RestOfFile } from "../proposals/propose.ts";
import { withTree } from "../scratch-tree.ts";
import type { MergeDesk } from "./desk.ts";

export interface MergeWish {
  readonly folder: string;
  /** Revisions, or trees. */
  readonly sides: Sides<string>;
  /** Command lines that a merged tree must pass. */
  readonly checks: readonly string[];
  /** Merges that are tested at most. */
  readonly budget: number;
}

export type MergeOutcome =
  | {
      readonly kind: "merged";
      readonly tree: TreeSha;
      /** `git`: it found no conflict. */
      readonly way: string;
      readonly reason: string;
      /** The paths that git could not merge. */
      readonly paths: readonly string[];
      readonly fallen: readonly FallenMerge[];
    }
  | {
      readonly kind: "conflict";
      readonly paths: readonly string[];
      readonly fallen: readonly FallenMerge[];
      /** Merges that keep what both wrote and choose an order, which no check judged. */
      readonly unjudged: number;
      readonly rests: readonly RestOfFile[];
    };

/** Merges three revisions on objects of their repository; no ref, index or file of the user's changes. */
export async function mergeRevisions(desk: MergeDesk, wish: MergeWish): Promise<MergeOutcome> {
  const repository = await openRepository(desk.git, wish.folder);
  const objects = openObjects(desk.git, repository.commonDir, { format: repository.objectFormat, isUsers: true });
  try {
    const named = (name: string): Promise<TreeSha> => treeNamed(desk, wish.folder, name);
    const sides = {
      base: await named(wish.sides.base),
      ours: await named(wish.sides.ours),
      theirs: await named(wish.sides.theirs),
    };
    const outcome = await mergeOf({ ...desk, objects }, wish, sides);
    await objects.flush();
    return outcome;
  } finally {
    await objects.close();
  }
}

async function treeNamed({ git }: MergeDesk, folder: string, name: string): Promise<TreeSha> {
  const exit = await git.ask(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{tree}`]);
  const tree = exit.stdout.toString("utf8").trim();
  if (exit.code === 0 && tree !== "") return tree as TreeSha;
  throw new TuttiError("merge.no_revision", `${JSON.stringify(name)} is no revision of ${folder}, and no file`, {
    audience: "user",
    hint: "Name three revisions, as in: tutti merge $(git merge-base main topic) main topic. Or name three files.",
  });
}

interface Working extends MergeDesk {
  readonly objects: Objects;
}

async function mergeOf(desk: Working, wish: MergeWish, sides: Sides<TreeSha>): Promise<MergeOutcome> {
  const byGit = await mergeAny(desk.objects, desk.git, sides);
  if (byGit.kind === "clean") {
    const plain = { tree: byGit.tree, way: "git", reason: "no conflict" };
    const why = await objectionOf(desk, wish, plain.tree);
    if (why === undefined) return { kind: "merged", ...plain, paths: [], fallen: [] };
    return { kind: "conflict", paths: [], fallen: [{ ...plain, why }], unjudged: 0, rests: [] };
  }
  const paths = byGit.paths.map(shownPath);
  if (byGit.rest === undefined) return { kind: "conflict", paths, fallen: [], unjudged: 0, rests: [] };
  const { proposals, rests } = await proposeTrees(desk.objects, byGit.rest, { propose: desk.propose });
  const allowed = proposals.filter(({ isPreserving }) => isPreserving || wish.checks.length > 0);
  const fallen: FallenMerge[] = [];
  for (const proposal of allowed.slice(0, wish.budget)) {
    const { way, reason } = proposal;
    const tried = await tryOne(desk, wish, proposal);
    if (tried.kind === "good") return { kind: "merged", tree: tried.tree, way, reason, paths, fallen };
    fallen.push({ way, reason, why: tried.why });
  }
  return { kind: "conflict", paths, fallen, unjudged: proposals.length - allowed.length, rests };
}

type Tried = { readonly kind: "good"; readonly tree: TreeSha } | { readonly kind: "bad"; readonly why: string };

async function tryOne(desk: Working, wish: MergeWish, { tree, derived }: MergeProposal): Promise<Tried> {
  const made = derived.length === 0 ? { kind: "made" as const, tree } : await deriveFiles(desk, tree, derived);
  if (made.kind === "not-made") return { kind: "bad", why: made.why };
  const why = await objectionOf(desk, wish, made.tree);
  return why === undefined ? { kind: "good", tree: made.tree } : { kind: "bad", why };
}

const longestMs = 600_000;

/** The first check that does not pass on a tree, as a sentence; `undefined`: all do. */
async function objectionOf(
  { objects, git, scratch, run, environment }: Working,
  { checks }: MergeWish,
  tree: TreeSha,
): Promise<string | undefined> {
  if (checks.length === 0) return undefined;
  await objects.flush();
  return withTree({ git, gitDir: objects.gitDir, scratch }, tree, async (cwd) => {
    for (const line of checks) {
      const end = await run({
        argv: argvOf(commandTemplate(line)),
        cwd,
        env: environment,
        output: { kind: "memory", capBytes: 256_000 },
        limits: { timeoutMs: longestMs },
        tree: "contained",
      });
      if (end.how.kind === "exited" && end.how.code === 0) continue;
      const printed = makeExcerpt();
      for (const one of `${end.stdout.toString("utf8")}\n${end.stderr.toString("utf8")}`.split("\n"))
        printed.add("stdout", one);
      return `${line} ${endWords(end, longestMs)}: ${printed.text()}`;
    }
    return undefined;
  });
}
