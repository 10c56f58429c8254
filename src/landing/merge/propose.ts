import { TuttiError } from "../../base/error.ts";
import type { TreeSha } from "../../base/ids.ts";
import type { ConflictingFile, MergedRest } from "../../git/history/merge.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { withFiles } from "../../git/objects/trees/replace.ts";
import type { Sides } from "../../git/objects/trees/merge.ts";
import { isFile } from "../../git/objects/bytes/tree-bytes.ts";
import { type Objection, objectionTo } from "./certificate/certificate.ts";
import { onePlace, type Proposal, type Rule, type WayName } from "./ways/proposal.ts";

/** A merged tree that keeps what both sides wrote; whether it works is for tests to say. */
export interface MergeProposal {
  readonly tree: TreeSha;
  readonly way: WayName;
  readonly reason: string;
  /** Raw bytes (latin1) of files that git could not merge. */
  readonly paths: readonly string[];
  readonly isPreserving: boolean;
}

/** Proposals for one file, those first that are likeliest. */
export type Propose = (path: string, texts: Sides<string>) => Promise<readonly Proposal[]>;

export interface Proposed {
  readonly proposals: readonly MergeProposal[];
  /** What was proposed for a file and is no merge of both sides. */
  readonly objections: readonly ObjectionTo[];
  /** Files without any proposal. */
  readonly open: readonly string[];
}

export interface ObjectionTo {
  readonly path: string;
  readonly way: WayName;
  readonly reason: string;
  readonly objection: Objection;
}

const mostBytes = 2_000_000;

/** Whole trees for a conflict: one rule for all of its files each. */
export async function proposeTrees(objects: Objects, { tree, files }: MergedRest, propose: Propose): Promise<Proposed> {
  const objections: ObjectionTo[] = [];
  const certified: { readonly file: ConflictingFile; readonly proposals: readonly Proposal[] }[] = [];
  for (const file of files) {
    const texts = await textsOf(objects, file);
    const proposed = texts === undefined ? [] : await propose(file.path, texts);
    const proposals = proposed.filter((proposal) => {
      const objection = texts === undefined ? undefined : objectionTo({ ...texts, merged: proposal.text });
      if (objection === undefined) return true;
      objections.push({ path: file.path, way: proposal.way, reason: proposal.reason, objection });
      return false;
    });
    certified.push({ file, proposals });
  }
  const open = certified.filter(({ proposals }) => proposals.length === 0).map(({ file }) => file.path);
  if (open.length > 0) return { proposals: [], objections, open };
  const found = new Map<string, MergeProposal>();
  for (const rule of rulesIn(certified)) {
    const chosen = certified.map(({ file, proposals }) => ({ file, proposal: byRule(proposals, rule, file.path) }));
    const made = await writeTree(objects, tree, chosen);
    if (found.has(made)) continue;
    found.set(made, {
      tree: made,
      way: rule.way,
      reason: rule.reason,
      paths: files.map(({ path }) => path),
      isPreserving: chosen.every(({ proposal }) => proposal.isPreserving),
    });
  }
  return { proposals: [...found.values()], objections, open: [] };
}

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
function byRule(proposals: readonly Proposal[], rule: PlacedRule, path: string): Proposal {
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
