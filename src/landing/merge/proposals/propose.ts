import { TuttiError } from "../../../base/error.ts";
import type { TreeSha } from "../../../base/ids.ts";
import type { ConflictingFile, MergedRest } from "../../../git/history/merge.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { withFiles } from "../../../git/objects/trees/replace.ts";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import { isFile } from "../../../git/objects/bytes/tree-bytes.ts";
import type { GeneratedPlan } from "../../../score/plan/landing-plan.ts";
import type { DerivedFile } from "../derived/derive.ts";
import { attributeFilesFor, type MergeAttributes, mergeAttributes } from "../attributes.ts";
import { recipeFor } from "../derived/recipes.ts";
import { type Objection, objectionTo } from "../certificate/certificate.ts";
import type { MergesOfFile } from "./proposals.ts";
import type { Rest } from "../ways/rest.ts";
import { onePlace, type Proposal, type Rule, type WayName } from "../ways/proposal.ts";

/** A merged tree that keeps what both sides wrote; whether it works is for tests to say. */
export interface MergeProposal {
  /** Files that tools make are in it as one side has them. */
  readonly tree: TreeSha;
  readonly derived: readonly DerivedFile[];
  /** `tool`: nothing but files that tools make is in conflict. */
  readonly way: WayName | "tool";
  readonly reason: string;
  /** Raw bytes (latin1) of files that git could not merge. */
  readonly paths: readonly string[];
  readonly isPreserving: boolean;
}

/** Proposes merges of one file, the likeliest first. */
export type Propose = (path: string, texts: Sides<string>) => Promise<MergesOfFile>;

export interface Proposed {
  readonly proposals: readonly MergeProposal[];
  /** The proposals for files that are no merge of both sides. */
  readonly objections: readonly ObjectionTo[];
  /** Files without any proposal. */
  readonly open: readonly string[];
  /** Of these, files that `.gitattributes` says must not be merged as text. */
  readonly closed: readonly string[];
  /** The rest of each file for an agent, where none of these is right; a file that can't be read has none. */
  readonly rests: readonly RestOfFile[];
  /** Files that tools make. */
  readonly derived: readonly DerivedFile[];
}

export interface RestOfFile extends Rest {
  readonly path: string;
}

export interface ObjectionTo {
  readonly path: string;
  readonly way: WayName;
  readonly reason: string;
  readonly objection: Objection;
}

const mostBytes = 2_000_000;

export interface Proposing {
  readonly propose: Propose;
  /** Files that commands make; lock files are known. */
  readonly generated?: readonly GeneratedPlan[];
}

/** Whole trees for a conflict: one rule for all of its files each. */
export async function proposeTrees(
  objects: Objects,
  { tree, files }: MergedRest,
  { propose, generated = [] }: Proposing,
): Promise<Proposed> {
  const objections: ObjectionTo[] = [];
  const rests: RestOfFile[] = [];
  const certified: { readonly file: ConflictingFile; readonly proposals: readonly Proposal[] }[] = [];
  const derived: DerivedFile[] = [];
  const closed: string[] = [];
  for (const file of files) {
    const attributes = mergeAttributes(file.path, await attributeFilesFor(objects, tree, file.path));
    const texts = attributes.isClosed ? undefined : await textsOf(objects, file);
    const recipe = recipeFor(file.path, texts?.ours ?? "", { generated, ...attributes });
    if (recipe !== undefined && file.ours !== undefined && file.theirs !== undefined) {
      derived.push({ path: file.path, recipe, sides: [file.ours.id, file.theirs.id] });
      continue;
    }
    const merges = texts === undefined ? undefined : await propose(file.path, texts);
    if (merges !== undefined && merges.rest !== null) rests.push({ path: file.path, ...merges.rest });
    if (attributes.isClosed) closed.push(file.path);
    const proposals = (merges?.proposals ?? [])
      .map((one) => byAttributes(one, attributes))
      .filter((proposal) => {
        const objection = texts === undefined ? undefined : objectionTo({ ...texts, merged: proposal.text });
        if (objection === undefined) return true;
        objections.push({ path: file.path, way: proposal.way, reason: proposal.reason, objection });
        return false;
      });
    certified.push({ file, proposals });
  }
  const open = certified.filter(({ proposals }) => proposals.length === 0).map(({ file }) => file.path);
  if (open.length > 0) return { proposals: [], objections, open, closed, rests, derived };
  const found = new Map<string, MergeProposal>();
  const asOurs = files.filter(({ path }) => derived.some((one) => one.path === path));
  const below = await withFiles(
    objects,
    tree,
    asOurs.map(({ path, ours }) => ({ path, mode: ours?.mode ?? "", id: ours?.id ?? "" })),
  );
  const rules = certified.length === 0 && derived.length > 0 ? [byTool] : rulesIn(certified);
  for (const rule of rules) {
    const chosen = certified.map(({ file, proposals }) => ({ file, proposal: byRule(proposals, rule, file.path) }));
    const made = await writeTree(objects, below, chosen);
    if (found.has(made)) continue;
    found.set(made, {
      tree: made,
      derived,
      way: rule.way,
      reason: rule.reason,
      paths: files.map(({ path }) => path),
      isPreserving: chosen.every(({ proposal }) => proposal.isPreserving),
    });
  }
  return { proposals: [...found.values()], objections, open: [], closed, rests, derived };
}

/** All of both is right in any order where `.gitattributes` says so; what a program made is never sure without tests. */
function byAttributes(proposal: Proposal, { isUnion, isGenerated }: MergeAttributes): Proposal {
  if (isUnion) return { ...proposal, isPreserving: true };
  return isGenerated ? { ...proposal, isPreserving: false } : proposal;
}

const byTool = { way: "tool", reason: "made from the merged files by its own tool", rank: 0, path: null } as const;

interface PlacedRule extends Rule {
  /** Of the file that it is about; `null`: of all. */
  readonly path: string | null;
}

/** Rules for whole files first, by turns of the ways; then those about one place in one file. */
function rulesIn(
  files: readonly { readonly file: ConflictingFile; readonly proposals: readonly Proposal[] }[],
): readonly PlacedRule[] {
  const rules = new Map<string, PlacedRule>();
  for (const { file, proposals } of files)
    for (const { way, reason, rank } of proposals) {
      const path = rank >= onePlace ? file.path : null;
      rules.set([way, reason, path ?? ""].join("\n"), { way, reason, rank, path });
    }
  return [...rules.values()].sort((one, other) => one.rank - other.rank);
}

/** The first proposal serves a file that the rule says nothing about. */
function byRule(proposals: readonly Proposal[], rule: PlacedRule | typeof byTool, path: string): Proposal {
  const isAbout = rule.path === null || rule.path === path;
  const found = isAbout ? proposals.find(({ way, reason }) => way === rule.way && reason === rule.reason) : undefined;
  const first = found ?? proposals.find(({ way }) => way === rule.way) ?? proposals[0];
  if (first === undefined) throw new TuttiError("bug.unexpected", "a file without a merge", { audience: "bug" });
  return first;
}

function writeTree(
  objects: Objects,
  tree: TreeSha,
  chosen: readonly { readonly file: ConflictingFile; readonly proposal: Proposal }[],
): Promise<TreeSha> {
  const files = chosen.map(({ file, proposal }) => ({
    path: file.path,
    mode: file.theirs?.mode === file.base?.mode ? (file.ours?.mode ?? "") : (file.theirs?.mode ?? ""),
    id: objects.writeBlob(Buffer.from(proposal.text, "utf8")),
  }));
  return withFiles(objects, tree, files);
}

/** Only of files that are text on all sides; a file that both added has an empty base. */
async function textsOf(objects: Objects, { base, ours, theirs }: ConflictingFile): Promise<Sides<string> | undefined> {
  if (ours === undefined || theirs === undefined) return undefined;
  const versions = [ours, theirs, ...(base === undefined ? [] : [base])];
  if (!versions.every((version) => isFile(version))) return undefined;
  const [mine, yours, before] = await Promise.all(versions.map(({ id }) => textOf(objects, id)));
  if (mine === undefined || yours === undefined || (base !== undefined && before === undefined)) return undefined;
  return { base: before ?? "", ours: mine, theirs: yours };
}

async function textOf(objects: Objects, id: string): Promise<string | undefined> {
  const bytes = await objects.readBlob(id, mostBytes);
  if (bytes === undefined || bytes.includes(0)) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}
