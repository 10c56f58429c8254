import { dirname, resolve } from "node:path";
import { type ScoreDocument, readDocument } from "../../score/source/document.ts";
import { problemsOf } from "../../score/source/issues.ts";
import { suggestion } from "../../score/source/nearest.ts";
import { inOrder } from "../../score/source/problem.ts";
import { completeProfile } from "./complete.ts";
import { extended, isMap, type Raw } from "./extend.ts";
import type { ProfileFile } from "./folder.ts";
import { inFile, type ProfileProblem } from "./problem.ts";
import { profileSchema } from "./schema/profile.ts";
import { origins, type ShelfEntry } from "./shelf.ts";

export interface Settled {
  readonly entries: readonly ShelfEntry[];
  readonly problems: readonly ProfileProblem[];
}

/** What the files mean together. They come in the order in which a later one replaces an earlier. */
export function settleProfiles(files: readonly ProfileFile[]): Settled {
  const problems: ProfileProblem[] = [];
  const drafts = files.flatMap((file) => draftOf(file, problems));
  const desk: Desk = { drafts, problems, done: new Map(), open: new Set() };
  const entries = drafts.flatMap((draft) => settle(desk, draft)?.entry ?? []);
  return { entries, problems };
}

interface Draft {
  readonly file: ProfileFile;
  readonly document: ScoreDocument;
  readonly own: Raw;
  readonly name: string;
}

interface Whole {
  readonly raw: Raw;
  readonly entry: ShelfEntry;
}

interface Desk {
  readonly drafts: readonly Draft[];
  readonly problems: ProfileProblem[];
  /** `null`: something is wrong with it, and was told. */
  readonly done: Map<Draft, Whole | null>;
  /** What is being settled: who meets itself here extends itself. */
  readonly open: Set<Draft>;
}

function draftOf(file: ProfileFile, problems: ProfileProblem[]): readonly Draft[] {
  const opened = readDocument(file.text);
  if (opened.kind === "unreadable") {
    problems.push(...inFile(file.path, opened.problems));
    return [];
  }
  const { value } = opened.document;
  if (!isMap(value)) {
    problems.push(
      ...inFile(file.path, [{ code: "V011", at: { line: 1, column: 1 }, path: [], message: "expected a map of keys" }]),
    );
    return [];
  }
  const { name, executable } = value;
  // A way that begins at the profile stays the same file wherever a context is.
  const isBeside = typeof executable === "string" && /^\.\.?\//.test(executable);
  const own = isBeside ? { ...value, executable: resolve(dirname(file.path), executable) } : value;
  return [{ file, document: opened.document, own, name: typeof name === "string" ? name : file.name }];
}

function settle(desk: Desk, draft: Draft): Whole | null {
  const before = desk.done.get(draft);
  if (before !== undefined) return before;
  desk.open.add(draft);
  const whole = wholeOf(desk, draft);
  desk.open.delete(draft);
  desk.done.set(draft, whole);
  return whole;
}

function wholeOf(desk: Desk, draft: Draft): Whole | null {
  const { file, document, own, name } = draft;
  const clash = clashOf(desk, draft);
  if (clash !== null) return refuse(desk, draft, { key: "name", why: clash });
  const base = baseOf(desk, draft);
  if (base === null) return null;
  const raw = base === undefined ? { ...own, name } : extended(base, own, name);
  const read = profileSchema.safeParse(raw);
  if (!read.success) {
    desk.problems.push(...inFile(file.path, inOrder(problemsOf(read.error.issues, document))));
    return null;
  }
  return { raw, entry: { profile: completeProfile(read.data), origin: file.origin, path: file.path } };
}

const taken = new Set(["command", "scripted"]);

function clashOf({ drafts }: Desk, draft: Draft): string | null {
  if (taken.has(draft.name)) return `${JSON.stringify(draft.name)} is Tutti's own, and can't be described`;
  const first = drafts.find(({ name, file }) => name === draft.name && file.origin === draft.file.origin);
  return first === draft || first === undefined
    ? null
    : `${JSON.stringify(draft.name)} is described in ${first.file.path} too`;
}

/** What it extends; `undefined`: nothing, `null`: something that does not work, which was told. */
function baseOf(desk: Desk, draft: Draft): Raw | null | undefined {
  const wanted = draft.own["extends"];
  // Anything but text is told by the schema.
  if (typeof wanted !== "string") return undefined;
  const found = desk.drafts.findLast((other) => other.name === wanted && isBelow(other, draft));
  if (found === undefined) {
    const known = new Set(desk.drafts.filter((other) => isBelow(other, draft)).map(({ name }) => name));
    return refuse(desk, draft, {
      key: "extends",
      why: `there is no profile ${JSON.stringify(wanted)}${suggestion(wanted, known)}`,
    });
  }
  if (desk.open.has(found))
    return refuse(desk, draft, { key: "extends", why: `${JSON.stringify(wanted)} extends this one in its turn` });
  const base = settle(desk, found);
  if (base === null) return null;
  const { kind } = draft.own;
  if (kind !== undefined && kind !== base.raw["kind"])
    return refuse(desk, draft, { key: "kind", why: `can't be another than that of ${JSON.stringify(wanted)}` });
  return base.raw;
}

/** Its own name means the one that it replaces. */
function isBelow(other: Draft, draft: Draft): boolean {
  const steps = origins.indexOf(draft.file.origin) - origins.indexOf(other.file.origin);
  return steps > 0 || (steps === 0 && other.name !== draft.name);
}

function refuse(
  desk: Desk,
  { file, document }: Draft,
  { key, why }: { readonly key: string; readonly why: string },
): null {
  desk.problems.push(
    ...inFile(file.path, [{ code: "V011", at: document.positionOf([key]), path: [key], message: why }]),
  );
  return null;
}
