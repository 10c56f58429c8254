import { createHash } from "node:crypto";

export type ObjectFormat = "sha1" | "sha256";
export type ObjectType = "commit" | "tree" | "blob";

export function objectName(format: ObjectFormat, type: ObjectType, bytes: Buffer): string {
  return createHash(format).update(`${type} ${bytes.length}\0`, "latin1").update(bytes).digest("hex");
}

/** How long a name is in a tree, in bytes. */
export const nameBytes: Readonly<Record<ObjectFormat, number>> = { sha1: 20, sha256: 32 };

/** Told by the length of an object's name. */
export function formatOf(id: string): ObjectFormat {
  return id.length === 2 * nameBytes.sha256 ? "sha256" : "sha1";
}
