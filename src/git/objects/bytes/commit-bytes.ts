import { TuttiError } from "../../../base/error.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../../base/ids.ts";
import type { Identity } from "../../identity.ts";
import type { NewCommit } from "../../history/trees.ts";

/** A commit as it is stored. Texts are raw bytes as latin1. */
export interface CommitObject {
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  /** `Name <address> seconds zone`. */
  readonly author: string;
  readonly committer: string;
  /** The encoding of the message, when it is not UTF-8. */
  readonly encoding: string | undefined;
  /** Signatures, merged tags; lines of one header joined by newlines. */
  readonly others: readonly { readonly name: string; readonly value: string }[];
  readonly message: Buffer;
}

export function parseCommit(bytes: Buffer): CommitObject {
  const end = bytes.indexOf("\n\n");
  const head = bytes.toString("latin1", 0, end < 0 ? bytes.length : end);
  // A line that begins with a blank continues the header.
  const headers = head.split(/\n(?! )/).map((line) => {
    const blank = line.indexOf(" ");
    return { name: line.slice(0, blank), value: line.slice(blank + 1).replaceAll("\n ", "\n") };
  });
  const first = (name: string): string | undefined => headers.find((header) => header.name === name)?.value;
  return {
    tree: (first("tree") ?? "") as TreeSha,
    parents: headers.filter((header) => header.name === "parent").map((header) => header.value as CommitSha),
    author: first("author") ?? "",
    committer: first("committer") ?? "",
    encoding: first("encoding"),
    others: headers.filter((header) => !["tree", "parent", "author", "committer", "encoding"].includes(header.name)),
    message: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 2),
  };
}

/** The bytes that `git commit-tree` would store. */
export function encodeCommit(commit: NewCommit): Buffer {
  if (commit.message.includes("\0")) throw refused("a commit message can't hold a null byte");
  const signature = signatureOf(commit.by, commit.at);
  const parents = [...new Set(commit.parents)].map((parent) => `parent ${parent}\n`).join("");
  const text = `tree ${commit.tree}\n${parents}author ${signature}\ncommitter ${signature}\n\n${commit.message}`;
  return Buffer.from(text.replace(/\p{Noncharacter_Code_Point}/gu, byteByByte), "utf8");
}

/** git takes noncharacters for invalid UTF-8, and each of their bytes for Latin-1. */
function byteByByte(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function signatureOf(by: Identity, at: EpochMs): string {
  if (/\0/.test(by.name + by.email)) throw refused("a name or an address can't hold a null byte");
  const name = cleaned(by.name);
  if (name === "") throw refused(`a commit can't be by ${JSON.stringify(by.name)}: no letter of it is left in git`);
  return `${name} <${cleaned(by.email)}> ${String(Math.floor(at / 1000))} +0000`;
}

/** Characters that git removes from both ends of a name or an address. */
const crud = new Set(Array.from(" .,:;<>\"\\'"));

function cleaned(text: string): string {
  const isCrud = (place: number): boolean => text.charCodeAt(place) <= 32 || crud.has(text.charAt(place));
  let from = 0;
  let to = text.length;
  while (from < to && isCrud(from)) from++;
  while (to > from && isCrud(to - 1)) to--;
  return text.slice(from, to).replace(/[\n<>]/g, "");
}

function refused(message: string): TuttiError {
  return new TuttiError("git.failed", message, { audience: "environment" });
}
