import { TuttiError } from "../../base/error.ts";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import type { Git } from "../git.ts";
import { readRef } from "../refs/refs.ts";
import { type NewCommit, knowTree } from "../history/trees.ts";
import type { Answer } from "./answers.ts";
import { type CommitObject, encodeCommit, parseCommit } from "./bytes/commit-bytes.ts";
import { makeFresh } from "./fresh.ts";
import { type ObjectFormat, type ObjectType, nameBytes } from "./bytes/object-name.ts";
import type { NewObject } from "./bytes/pack.ts";
import { openReader } from "./reader.ts";
import type { RefSwap } from "./refs/ref-hold.ts";
import { type Refs, openRefs } from "./refs/refs.ts";
import { type TreeEntry, encodeTree, parseTree } from "./bytes/tree-bytes.ts";

/**
 * Objects of one repository, read and made without a process each. New ones can be read here at once, by others after
 * `flush`. A failed flush keeps them for the next, except those that git refuses.
 */
export interface Objects {
  readonly gitDir: string;
  readonly format: ObjectFormat;
  readTree(tree: TreeSha): Promise<readonly TreeEntry[]>;
  readCommit(commit: CommitSha): Promise<CommitObject>;
  /** `undefined`: it is larger than the cap. */
  readBlob(id: string, capBytes?: number): Promise<Buffer | undefined>;
  exists(id: string): Promise<boolean>;
  /** As it is stored; `undefined`: it is larger than the cap. */
  readAny(id: string, capBytes: number): Promise<NewObject | undefined>;
  /** `revision`: a full ref name, with `^{…}` if need be. */
  resolve(revision: string): Promise<string | undefined>;
  /** Whether or not that object is there. */
  readRef(ref: string): Promise<string | undefined>;
  /** Mostly without a process. The new object has to be on the disk. */
  swapRef(swap: RefSwap): Promise<boolean>;
  readonly holdRef: Refs["hold"];
  readonly letGoOfRef: Refs["letGo"];
  /** One that is elsewhere already. */
  write(object: NewObject): string;
  writeTree(entries: readonly TreeEntry[]): TreeSha;
  writeBlob(bytes: Buffer): string;
  /** Stores the same bytes as `git commit-tree`. */
  writeCommit(commit: NewCommit): CommitSha;
  /** Stores new objects, checked by git. Refused ones (`git.refused`) are dropped, with those that contain them. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const treeCapBytes = 256 * 1024 * 1024;
const commitCapBytes = 64 * 1024 * 1024;
const blobCapBytes = 512 * 1024 * 1024;
/** A parsed tree takes about this many times its bytes. */
const parsedShare = 6;
const mostTreeBytes = 192 * 1024 * 1024;
const mostCommitBytes = 16 * 1024 * 1024;

/** Whose repository it is. */
export interface ObjectsOf {
  readonly format: ObjectFormat;
  /** Tutti's own repository keeps everything that agents made; others only what git's checks allow. */
  readonly takesAll?: true;
  /** The user's, whose gc may remove unreachable objects at any time. */
  readonly isUsers?: true;
}

export function openObjects(git: Git, gitDir: string, of: ObjectFormat | ObjectsOf): Objects {
  const { format, ...kind }: ObjectsOf = typeof of === "string" ? { format: of } : of;
  const reader = openReader(git, { gitDir });
  const [trees, commits] = [makeKept<readonly TreeEntry[]>(mostTreeBytes), makeKept<CommitObject>(mostCommitBytes)];
  const fresh = makeFresh(git, { gitDir, format, ...kind });
  const resolve = async (revision: string): Promise<string | undefined> =>
    foundIn(await reader.info(requireRevision(revision)));
  const refs = openNames(git, gitDir, resolve);
  const asked = new Map<string, Promise<readonly TreeEntry[]>>();

  const keepTree = (id: string, entries: readonly TreeEntry[], bytes: Buffer): readonly TreeEntry[] => {
    trees.set(id, entries, 256 + parsedShare * bytes.length);
    return entries;
  };
  const read = async (id: string, want: Wanted): Promise<Buffer> => {
    const answer = fresh.find(id) ?? (await reader.contents(requireName(id, format), want.capBytes));
    return requireContent(id, answer, want);
  };
  const look = async (id: string): Promise<Answer> => fresh.find(id) ?? reader.info(requireName(id, format));
  /** Its size was asked for first: git would print all of it. */
  const readUpTo = async (
    id: string,
    { info, ...want }: Wanted & { readonly info: Answer },
  ): Promise<NewObject | undefined> =>
    info.kind === "found" && info.size > want.capBytes ? undefined : { type: want.type, bytes: await read(id, want) };
  const readTree = async (tree: TreeSha): Promise<readonly TreeEntry[]> => {
    const bytes = await read(tree, { type: "tree", capBytes: treeCapBytes });
    return keepTree(tree, parseTree(format, bytes), bytes);
  };
  const readCommit = async (commit: CommitSha): Promise<CommitObject> => {
    const bytes = await read(commit, { type: "commit", capBytes: commitCapBytes });
    const parsed = parseCommit(bytes);
    commits.set(commit, parsed, 1024 + 2 * bytes.length);
    return parsed;
  };
  const forget = (): void => [trees, commits].forEach((kept) => kept.clear());
  return {
    gitDir,
    format,
    readTree: async (tree) => trees.get(tree) ?? once(asked, tree, () => readTree(tree)),
    readCommit: async (commit) => commits.get(commit) ?? readCommit(commit),
    readBlob: async (id, capBytes = blobCapBytes) =>
      (await readUpTo(id, { info: await look(id), type: "blob", capBytes }))?.bytes,
    exists: async (id) => (await look(id)).kind === "found",
    readAny: async (id, capBytes) => {
      const info = await look(id);
      return readUpTo(id, { info, type: info.kind === "found" ? (info.type as ObjectType) : "blob", capBytes });
    },
    resolve,
    ...refs.acts,
    write: ({ type, bytes }) => fresh.make(type, bytes),
    writeTree: (entries) => {
      const { bytes, sorted } = encodeTree(format, entries);
      const id = fresh.make("tree", bytes);
      keepTree(id, sorted, bytes);
      return id as TreeSha;
    },
    writeBlob: (bytes) => fresh.make("blob", bytes),
    writeCommit: (commit) => {
      const id = fresh.make("commit", encodeCommit(commit)) as CommitSha;
      knowTree(id, commit.tree);
      return id;
    },
    // New objects and those read before may be missing.
    flush: () => fresh.flush().catch((error: unknown) => (forget(), Promise.reject(error as Error))),
    // In this order: the one asks the other.
    close: () => refs.close().then(() => reader.close().then(forget)),
  };
}

type RefActs = Pick<Objects, "swapRef" | "holdRef" | "letGoOfRef" | "readRef">;

function openNames(
  git: Git,
  gitDir: string,
  resolve: Objects["resolve"],
): { readonly acts: RefActs; readonly close: Refs["close"] } {
  // A ref whose object is missing exists all the same: as absent it could never be moved.
  const read = async (ref: string): Promise<string | undefined> => (await resolve(ref)) ?? readRef(git, gitDir, ref);
  const refs = openRefs(git, { gitDir, read });
  return {
    acts: { swapRef: refs.swap, holdRef: refs.hold, letGoOfRef: refs.letGo, readRef: read },
    close: () => refs.close(),
  };
}

interface Wanted {
  readonly type: ObjectType;
  readonly capBytes: number;
}

/** Two who want the same at the same time get the same answer. */
function once<T>(asked: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const already = asked.get(key);
  if (already !== undefined) return already;
  const answer = ask().finally(() => asked.delete(key));
  asked.set(key, answer);
  return answer;
}

function foundIn(answer: Answer): string | undefined {
  return answer.kind === "found" ? answer.id : undefined;
}

function requireName(id: string, format: ObjectFormat): string {
  if (id.length === 2 * nameBytes[format] && !/[^0-9a-f]/.test(id)) return id;
  throw new TuttiError("git.failed", `${JSON.stringify(id.slice(0, 100))} is no object name of this repository`, {
    audience: "environment",
  });
}

/** A blank would make it two questions, or none. */
function requireRevision(revision: string): string {
  if (/^refs\/[^\s\0]+$/.test(revision)) return Buffer.from(revision, "utf8").toString("latin1");
  throw new TuttiError("git.failed", `${JSON.stringify(revision.slice(0, 100))} is no full name of a ref`, {
    audience: "bug",
  });
}

function requireContent(id: string, answer: Answer, want: Wanted): Buffer {
  const fail = (why: string): TuttiError =>
    new TuttiError("git.failed", `reading ${want.type} ${id}: ${why}`, { audience: "environment" });
  if (answer.kind === "missing") throw fail("there is no such object");
  if (answer.type !== want.type) throw fail(`it is a ${answer.type}`);
  if (answer.bytes === undefined) throw fail(`it has ${answer.size} bytes, more than ${want.capBytes}`);
  return answer.bytes;
}

/** The last used values, up to so many bytes. */
interface Kept<T> {
  get(id: string): T | undefined;
  set(id: string, value: T, bytes: number): void;
  clear(): void;
}

export function makeKept<T>(mostBytes: number): Kept<T> {
  // A map keeps insertion order: the first is the least recently used.
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  let total = 0;
  return {
    get: (id) => {
      const found = kept.get(id);
      if (found === undefined) return undefined;
      kept.delete(id);
      kept.set(id, found);
      return found.value;
    },
    set: (id, value, bytes) => {
      if (bytes > mostBytes) return;
      total += bytes - (kept.get(id)?.bytes ?? 0);
      kept.delete(id);
      kept.set(id, { value, bytes });
      for (const [oldest, { bytes: freed }] of kept) {
        if (total <= mostBytes) return;
        kept.delete(oldest);
        total -= freed;
      }
    },
    clear: () => {
      kept.clear();
      total = 0;
    },
  };
}
