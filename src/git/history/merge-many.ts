import { type CommitSha, type TreeSha, isObjectName } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import { type SpareObjects, spareEnvironment } from "../storage/spare-objects.ts";

export interface MergePair {
  readonly ours: CommitSha;
  readonly theirs: CommitSha;
}

/** Paths are latin1, several where names changed. */
export interface MergeConflict {
  /** In git's words, such as `contents`, `add/add`, `modify/delete`; `?`: it says nothing. */
  readonly kind: string;
  readonly paths: readonly string[];
}

export type MergeAnswer =
  | { readonly kind: "clean"; readonly tree: TreeSha }
  | { readonly kind: "conflict"; readonly conflicts: readonly MergeConflict[] }
  /** Git could not even try, as where objects are missing. */
  | { readonly kind: "failed"; readonly why: string };

/** Git ends at a pair that it can't try; after so many it is not asked again. */
const mostFailures = 5;
const patienceMs = 5 * 60_000;

/** Merges pairs of commits on objects alone, in one process, in the order asked for. */
export async function mergeMany(
  git: Git,
  spare: SpareObjects,
  pairs: readonly MergePair[],
): Promise<readonly MergeAnswer[]> {
  const answers: MergeAnswer[] = [];
  for (let failures = 0; answers.length < pairs.length; ) {
    const stdin = pairs
      .slice(answers.length)
      .map(({ ours, theirs }) => `${ours} ${theirs}\n`)
      .join("");
    const args = ["merge-tree", "--write-tree", "--stdin", "-z", "--allow-unrelated-histories"];
    const exit = await git.sealed({
      gitDir: spare.gitDir,
      args,
      stdin,
      env: spareEnvironment(spare),
      timeoutMs: patienceMs,
    });
    answers.push(...parseMerges(exit.stdout.toString("latin1")));
    if (answers.length >= pairs.length) break;
    failures += 1;
    const failed: MergeAnswer = {
      kind: "failed",
      why: exit.stderr.trim().slice(0, 500) || `git exited ${String(exit.code)}`,
    };
    do answers.push(failed);
    while (failures >= mostFailures && answers.length < pairs.length);
  }
  return answers;
}

/**
 * Output of `merge-tree --stdin`. Each merge: 1 (clean) or 0, the tree; if not clean, stages of the paths, an empty
 * field, messages; then an empty field. An incomplete last one is dropped.
 */
export function parseMerges(output: string): readonly MergeAnswer[] {
  const fields = output.split("\0").slice(0, -1);
  const answers: MergeAnswer[] = [];
  let at = 0;
  const next = (): string | undefined => fields[at++];
  while (at + 2 < fields.length) {
    const [status, tree = ""] = [next(), next()];
    if (!isObjectName(tree)) break;
    if (status === "1") {
      answers.push({ kind: "clean", tree: tree as TreeSha });
      at += 1;
      continue;
    }
    const staged = new Set<string>();
    for (let field = next(); field !== ""; field = next()) {
      if (field === undefined) return answers;
      staged.add(field.slice(field.indexOf("\t") + 1));
    }
    const told = readMessages(next);
    if (told === undefined) return answers;
    answers.push({ kind: "conflict", conflicts: withUntold(told, staged) });
  }
  return answers;
}

/** A message is: how many paths, the paths, its type, its text. `undefined`: the output ends within one. */
function readMessages(next: () => string | undefined): readonly MergeConflict[] | undefined {
  const conflicts: MergeConflict[] = [];
  for (let many = next(); many !== ""; many = next()) {
    const paths = Array.from({ length: Number(many ?? 0) }, next);
    const [type, text] = [next(), next()];
    if (type === undefined || text === undefined) return undefined;
    const kind = /^CONFLICT \((.*)\)$/.exec(type)?.[1];
    // git gives both kinds one type; only the text tells them apart.
    if (kind !== undefined)
      conflicts.push({
        kind: text.startsWith("CONFLICT (add/add)") ? "add/add" : kind,
        paths: paths.map((path) => path ?? ""),
      });
  }
  return conflicts;
}

function withUntold(told: readonly MergeConflict[], staged: ReadonlySet<string>): readonly MergeConflict[] {
  const named = new Set(told.flatMap(({ paths }) => paths));
  return [...told, ...[...staged].filter((path) => !named.has(path)).map((path) => ({ kind: "?", paths: [path] }))];
}
