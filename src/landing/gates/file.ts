import { firstLines } from "../../base/text.ts";
import { z } from "zod";
import { TuttiError } from "../../base/error.ts";
import { commandTemplate } from "../../score/plan/command.ts";
import { globMatcher } from "../../score/match/glob.ts";
import type { GatePlan } from "../../score/plan/landing-plan.ts";
import { textList } from "../../score/schema/fields.ts";
import { gate as scoreGate } from "../../score/schema/gate.ts";
import { readDocument } from "../../score/source/document.ts";
import { problemsOf } from "../../score/source/issues.ts";
import { type Problem, problemLine } from "../../score/source/problem.ts";
import { strict } from "../../score/source/shape.ts";
import { gateFilePath } from "./gate.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { entryAt } from "../../git/objects/trees/compare.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { isFolder } from "../../git/objects/bytes/tree-bytes.ts";

/** The gates that the target requires of results. */
export interface GateFile {
  readonly gates: readonly FileGate[];
  /** Globs: a result that changes such a path needs a person's approval. */
  readonly protectedPaths: readonly string[];
}

export interface FileGate extends GatePlan {
  readonly toolchain: readonly string[];
}

/** The gate file of a target without one. */
export const noGateFile: GateFile = { gates: [], protectedPaths: [] };

const maxGateFileBytes = 100 * 1024;
const usualTimeoutMs = 10 * 60_000;

const globs = textList.superRefine((written, context) => {
  for (const [index, glob] of written.entries()) {
    // Checked one by one: only a whole list may begin with an exclusion.
    const matcher = globMatcher(glob.startsWith("!") ? ["**", glob] : [glob]);
    if (matcher.kind === "wrong")
      context.issues.push({ code: "custom", message: matcher.why, path: [index], input: glob });
  }
});

const gate = strict({ ...scoreGate.shape, files: globs.default([]), toolchain: textList.default([]) });

const gateFile = strict({
  gates: z
    .array(gate)
    .max(200)
    .default([])
    .superRefine((written, context) => {
      const names = new Set<string>();
      for (const [index, { name }] of written.entries()) {
        if (names.has(name))
          context.issues.push({
            code: "custom",
            message: `there is another gate ${JSON.stringify(name)}`,
            path: [index, "name"],
            input: name,
          });
        names.add(name);
      }
    }),
  protected: globs.default([]),
});

/** Throws with everything that is wrong, and where. */
export function parseGateFile(bytes: Uint8Array): GateFile {
  if (bytes.length > maxGateFileBytes) throw gatesInvalid(["is larger than 100 KB"]);
  const read = readDocument(textOf(bytes));
  if (read.kind === "unreadable") throw gatesInvalid(linesOf(read.problems));
  const { document } = read;
  // One with nothing in it, or comments only, asks for nothing.
  const checked = gateFile.safeParse(document.value ?? {});
  if (!checked.success) throw gatesInvalid(linesOf(problemsOf(checked.error.issues, document)));
  return { gates: checked.data.gates.map(fileGate), protectedPaths: checked.data.protected };
}

function fileGate({ name, run, quick, timeout, files, borrow, toolchain }: z.infer<typeof gate>): FileGate {
  return {
    name,
    command: commandTemplate(run),
    quick: quick === undefined ? null : commandTemplate(quick),
    timeoutMs: timeout ?? usualTimeoutMs,
    files,
    borrow,
    toolchain,
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw gatesInvalid(["is not UTF-8 text"]);
  }
}

function linesOf(problems: readonly Problem[]): readonly string[] {
  // The codes are those of scores, and explained there.
  return problems.map((problem) => problemLine(problem, gateFilePath).replace(/ \[V\d+\]$/, ""));
}

const maxShown = 20;

/** Nothing lands until the file is valid. */
function gatesInvalid(problems: readonly string[]): TuttiError {
  const lines = firstLines(problems, maxShown);
  return new TuttiError(
    "landing.gates_invalid",
    [`${gateFilePath} of the target is not valid:`, ...lines].join("\n  "),
    {
      audience: "user",
      hint: "Fix the file on the target; nothing lands until then. docs/gates.md lists every key.",
    },
  );
}

/** From git's objects, not from any folder. Throws when it is invalid. */
export async function readGateFile(git: Git, gitDir: string, commit: CommitSha): Promise<GateFile> {
  const objects = openObjects(git, gitDir, commit.length === 40 ? "sha1" : "sha256");
  try {
    return await gateFileIn(objects, commit);
  } finally {
    await objects.close();
  }
}

/** The same for one who has the objects open. */
export async function gateFileIn(objects: Objects, commit: CommitSha): Promise<GateFile> {
  const { tree } = await objects.readCommit(commit);
  const entry = await entryAt(objects, tree, gateFilePath);
  if (entry === undefined) {
    // A link in the folder's place may lead to gates, which git does not follow: there would seem to be none.
    const [name = ""] = gateFilePath.split("/");
    const folder = await entryAt(objects, tree, name);
    if (folder !== undefined && !isFolder(folder))
      throw gatesInvalid([`${name} is ${kindOf(folder.mode)}, not a folder`]);
    return noGateFile;
  }
  // A link would let something outside of the target decide.
  if (!entry.mode.startsWith("100")) throw gatesInvalid([`is ${kindOf(entry.mode)}, not a file`]);
  const bytes = await objects.readBlob(entry.id, maxGateFileBytes);
  if (bytes === undefined) throw gatesInvalid(["is larger than 100 KB"]);
  return parseGateFile(bytes);
}

function kindOf(mode: string): string {
  if (mode === "40000" || mode === "040000") return "a folder";
  if (mode === "160000") return "a submodule";
  return mode === "120000" ? "a link" : "a file";
}
