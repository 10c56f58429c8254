import type { FilePlace } from "../score/plan/command.ts";
import type { CheckPlace, Failure } from "./place.ts";
import { readInside } from "./read-inside.ts";

const megabyte = 1024 * 1024;

/** The folders that a path may be below. */
export type Roots = Pick<CheckPlace, "folder" | "workspace">;

export function rootOf(place: Roots, { root }: FilePlace): string {
  return root === "context" ? place.folder : place.workspace;
}

/** As people know the file. */
export function shown({ root, path }: FilePlace): string {
  return root === "context" ? path : `${path} in the workspace`;
}

/** As git names and records it. */
export function plainPath(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "" && step !== ".")
    .join("/");
}

/** A file that won't land proves nothing. */
export async function textOf(
  place: CheckPlace,
  path: FilePlace,
  largest: number = 64 * megabyte,
): Promise<{ readonly kind: "text"; readonly text: string } | { readonly kind: "failure"; readonly failure: Failure }> {
  const found = await readInside(rootOf(place, path), path.path, largest);
  if (found.kind === "text") {
    const failure = leftOutFailure(place, path);
    return failure === undefined ? found : { kind: "failure", failure };
  }
  return { kind: "failure", failure: failureToRead(place, path, found) };
}

type Unread = Exclude<Awaited<ReturnType<typeof readInside>>, { readonly kind: "text" }>;

function failureToRead(place: CheckPlace, path: FilePlace, found: Unread): Failure {
  switch (found.kind) {
    case "missing":
    case "outside":
      return missingFailure(place, path);
    case "folder":
      return { reason: `${shown(path)} is a folder` };
    case "unreadable":
      return { reason: `${shown(path)} may not be read` };
    case "too-large":
      return { reason: `${shown(path)} has ${String(found.bytes)} bytes: too large to be searched` };
  }
}

export function missingFailure(place: Roots, { root, path }: FilePlace): Failure {
  const reason = path === "." ? `the ${root} does not exist` : `${path} does not exist in the ${root}`;
  return root === "workspace" ? { reason, hint: `Write it below ${place.workspace}` } : { reason };
}

/** A file that won't land proves nothing about what does. */
export function leftOutFailure(place: CheckPlace, { root, path }: FilePlace): Failure | undefined {
  if (root === "workspace") return undefined;
  const bytes = rawPath(path);
  const isLeftOut = place.leftOut.some(
    (item) => item === bytes || (item.endsWith("/") && `${bytes}/`.startsWith(item)),
  );
  if (!isLeftOut) return undefined;
  return {
    reason: `${path} is there, but is ignored or can't be captured, so it would not land`,
    hint: "Put it where git does not ignore it",
  };
}

/** Its bytes, one a character. */
export function rawPath(path: string): string {
  return Buffer.from(plainPath(path)).toString("latin1");
}
