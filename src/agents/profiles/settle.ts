import { dirname, resolve } from "node:path";
import { type DocumentRead, type ScoreDocument, readDocument } from "../../score/source/document.ts";
import { problemsOf } from "../../score/source/issues.ts";
import { suggestion } from "../../score/source/nearest.ts";
import { inOrder } from "../../score/source/problem.ts";
import type { ProfileFile } from "./folder.ts";
import { type ProfileProblem, inFile } from "./problem.ts";
import { completeProfile } from "./profile.ts";
import { keysOfKind, profileSchema } from "./schema/profile.ts";
import { type ShelfEntry, origins } from "./shelf.ts";

export interface Settled {
  readonly entries: readonly ShelfEntry[];
  readonly problems: readonly ProfileProblem[];
}

/** Later files replace earlier ones. */
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
  /** `null`: invalid, and reported. */
  readonly done: Map<Draft, Whole | null>;
  /** For cycles of `extends`. */
  readonly open: Set<Draft>;
}

function draftOf(file: ProfileFile, problems: ProfileProblem[]): readonly Draft[] {
  const opened = opening(file);
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
  // Relative to the profile: the same file in every context.
  const isBeside = typeof executable === "string" && /^\.\.?\//.test(executable);
  const own = isBeside ? { ...value, executable: resolve(dirname(file.path), executable) } : value;
  return [{ file, document: opened.document, own, name: typeof name === "string" ? name : file.name }];
}

/** A conductor settles profiles with each job, and those that it has itself never change: they are parsed once. */
const builtIn = new Map<string, DocumentRead>();

function opening({ origin, text }: ProfileFile): DocumentRead {
  if (origin !== "built-in") return readDocument(text);
  const known = builtIn.get(text) ?? readDocument(text);
  builtIn.set(text, known);
  return known;
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
  return {
    raw,
    entry: { profile: completeProfile(read.data, keysOfKind(read.data.kind)), origin: file.origin, path: file.path },
  };
}

const taken = new Set(["command", "scripted"]);

function clashOf({ drafts }: Desk, draft: Draft): string | null {
  if (taken.has(draft.name)) return `${JSON.stringify(draft.name)} is Tutti's own, and can't be described`;
  const first = drafts.find(({ name, file }) => name === draft.name && file.origin === draft.file.origin);
  return first === draft || first === undefined
    ? null
    : `${JSON.stringify(draft.name)} is described in ${first.file.path} too`;
}

/** `undefined`: it extends nothing; `null`: invalid, and reported. */
function baseOf(desk: Desk, draft: Draft): Raw | null | undefined {
  const wanted = draft.own["extends"];
  // The schema reports other types.
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

/** Its own name means the one it replaces. */
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

/** Unchecked YAML. */
export type Raw = Readonly<Record<string, unknown>>;

/** Keys that do not affect how an agent runs and is read: changes of others void `verified`. */
const harmless = new Set([
  "name",
  "extends",
  "display_name",
  "description",
  "aliases",
  "pass",
  "secrets",
  "errors",
  "models",
  "prices_as_of",
  "start_timeout",
]);

/** Merges maps by key, models by name, and replaces all else. */
function extended(base: Raw, own: Raw, name: string): Raw {
  // An alias must be unique.
  const personal = base["name"] === name ? [] : ["aliases", "display_name"];
  const unproven = Object.keys(own).every((key) => harmless.has(key)) ? [] : ["verified"];
  const left = new Set(["extends", ...personal, ...unproven]);
  const kept = Object.fromEntries(Object.entries(base).filter(([key]) => !left.has(key)));
  return { ...merged(kept, own), models: mergedModels(base["models"], own["models"]), name };
}

function merged(base: Raw, own: Raw): Raw {
  const both: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = base[key];
    both[key] = isMap(value) && isMap(before) && key !== "output" ? merged(before, value) : value;
  }
  return both;
}

function mergedModels(base: unknown, own: unknown): unknown {
  if (own === undefined) return base ?? [];
  if (!Array.isArray(own) || !Array.isArray(base)) return own;
  const named = new Set(own.map(nameOf));
  // Its own first: the first match counts.
  return [...(own as unknown[]), ...(base as unknown[]).filter((model) => !named.has(nameOf(model)))];
}

function nameOf(model: unknown): unknown {
  return isMap(model) ? model["name"] : undefined;
}

function isMap(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
