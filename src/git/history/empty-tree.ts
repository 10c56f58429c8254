import type { TreeSha } from "../../base/ids.ts";

/** The name of the tree without entries, which git knows whether or not it was ever written. */
export function emptyTree(format: "sha1" | "sha256"): TreeSha {
  return names[format] as TreeSha;
}

const names = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;
