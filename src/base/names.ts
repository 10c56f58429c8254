import { createHash } from "node:crypto";
import { TuttiError } from "./error.ts";

/**
 * The name of an id in paths and refs. Two different ids never share one, on a disk that ignores case or
 * normalises Unicode neither: a name is either a canonical id as it is, or ends in the hash of the id, and a
 * canonical id that looks as if it ended in one is hashed too.
 */
export function nameOf(id: string): string {
  requireId(id);
  return isCanonical(id) ? id : `${slugOf(id)}-${hashOf(id)}`;
}

const maxIdBytes = 65_536;
const maxCanonicalLength = 40;
const maxSlugLength = 32;
const hashLength = 16;

const plain = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const hashForm = /-[a-z2-7]{16}$/;
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
// Git takes a name of 40 hex digits (or 64, which is over the length anyway) for an object, for any ref.
const objectForm = /^[0-9a-f]{40}$/;

function requireId(id: string): void {
  const fault = faultOf(id);
  if (fault !== null) {
    throw new TuttiError("id.invalid", `this can't be an id: it ${fault}`, {
      audience: "user",
      hint: "Use lower case letters, digits and single hyphens.",
    });
  }
}

function faultOf(id: string): string | null {
  if (id === "") return "is empty";
  if (id.length > maxIdBytes || Buffer.byteLength(id) > maxIdBytes) return `is longer than ${maxIdBytes} bytes`;
  // Lone surrogates all become the same replacement character in UTF-8: two such ids would hash alike.
  if (!id.isWellFormed()) return "is not well-formed Unicode";
  if (id.includes("\0")) return "contains a NUL";
  return null;
}

function isCanonical(id: string): boolean {
  return (
    id.length <= maxCanonicalLength &&
    plain.test(id) &&
    !hashForm.test(id) &&
    !reservedOnWindows.test(id) &&
    !objectForm.test(id)
  );
}

/** The readable part of a name: for people, not unique. */
export function slugOf(id: string): string {
  // Only the beginning can show; a long id need not be read to its end.
  const start = id.slice(0, 4 * maxSlugLength).toLowerCase();
  const slug = start
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxSlugLength)
    .replace(/-$/, "");
  return slug === "" ? "id" : slug;
}

const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/** 80 bits of the hash, in base 32. */
function hashOf(id: string): string {
  const bytes = createHash("sha256").update(id, "utf8").digest();
  let text = "";
  for (let digit = 0; digit < hashLength; digit++) {
    const bit = digit * 5;
    const pair = bytes.readUInt16BE(bit >> 3);
    text += base32.charAt((pair >> (11 - (bit & 7))) & 31);
  }
  return text;
}

/**
 * A branch for some work: `prefix/slug-hash`. Work with another id gets another one, also where case is ignored.
 */
export function workBranch(prefix: string, { id, title }: { readonly id: string; readonly title: string }): string {
  const parts = prefix
    .split("/")
    .map(plainPart)
    .filter((part) => part !== "");
  const hash = hashOf(`${prefix}\n${id}`);
  return [...(parts.length === 0 ? ["tutti"] : parts), `${slugOf(title)}-${hash}`].join("/");
}

/** One step of a ref's name that git accepts. */
function plainPart(part: string): string {
  return part
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^A-Za-z\d_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
