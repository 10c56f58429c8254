import { globMatcher } from "../../score/glob.ts";
import type { FilePlace } from "../../score/plan/rule.ts";
import { leftOutFailure, missingFailure, plainPath, rawPath, rootOf, shown } from "../file-place.ts";
import { fingerprintInside, unknownFingerprint } from "../fingerprint.ts";
import type { CheckPlace, Comparison, Failure } from "../place.ts";
import { findInside } from "../read-inside.ts";

export async function modifiedFailure(place: CheckPlace, path: FilePlace): Promise<Failure | undefined> {
  const absence = await absenceOf(place, path);
  if (absence !== undefined) return absence;
  const same = await isAsBefore(place, path);
  switch (same.kind) {
    case "no":
      return undefined;
    case "yes":
      return { reason: `${shown(path)} is as it was before the sheet`, hint: `Change ${path.path} as the task asks` };
    case "unknown":
      return { reason: `whether ${shown(path)} was changed is not known: ${same.why}` };
  }
}

/**
 * A file that is not there is not called unchanged: most likely its name is wrong, and then nothing would be watched
 * over.
 */
export async function unchangedFailure(
  place: CheckPlace,
  { path, since }: { readonly path: FilePlace; readonly since: string },
): Promise<Failure | undefined> {
  const absence = await absenceOf(place, path);
  if (absence !== undefined) return absence;
  const same = await isAsIn(place, path, since);
  switch (same.kind) {
    case "yes":
      return undefined;
    case "no":
      return { reason: `${shown(path)} was changed since ${since}`, hint: `Put ${path.path} back as it was` };
    case "unknown":
      return { reason: `whether ${shown(path)} was changed since ${since} is not known: ${same.why}` };
  }
}

const maxShown = 10;

export async function diffFailure(place: CheckPlace, patterns: readonly string[]): Promise<Failure | undefined> {
  const matcher = globMatcher(patterns);
  if (matcher.kind === "wrong") return { reason: matcher.why };
  const paths = (await place.changedPaths()).map((path) => Buffer.from(path, "latin1").toString("utf8"));
  const others = paths.filter((path) => !matcher.value(path));
  if (others.length === 0) return undefined;
  const names = others.slice(0, maxShown).map((path) => (/[\p{Cc}\s]/u.test(path) ? JSON.stringify(path) : path));
  const rest = others.length > maxShown ? ` and ${String(others.length - maxShown)} more` : "";
  return {
    reason: `changes outside ${patterns.join(", ") || "nothing at all"}: ${names.join(", ")}${rest}`,
    hint: "Take these changes back; the sheet may change nothing else",
  };
}

async function absenceOf(place: CheckPlace, path: FilePlace): Promise<Failure | undefined> {
  const found = await findInside(rootOf(place, path), path.path);
  if (found.kind === "missing" || found.kind === "outside") return missingFailure(place, path);
  if (found.kind === "folder" && path.root === "workspace")
    return { reason: `${shown(path)} is a folder; only files are compared there` };
  return leftOutFailure(place, path);
}

async function isAsIn(place: CheckPlace, path: FilePlace, since: string): Promise<Comparison> {
  if (since === "base") return isAsBefore(place, path);
  if (path.root === "context") return place.unchangedSince(since, plainPath(path.path));
  return { kind: "unknown", why: "the workspace has no history; it can only be compared with base" };
}

async function isAsBefore(place: CheckPlace, path: FilePlace): Promise<Comparison> {
  if (path.root === "workspace") return isAsRecorded(place, path);
  const name = rawPath(path.path);
  const changed = await place.changedPaths();
  return { kind: changed.some((item) => name === "" || item === name || item.startsWith(`${name}/`)) ? "no" : "yes" };
}

async function isAsRecorded(place: CheckPlace, path: FilePlace): Promise<Comparison> {
  if (!place.hasBefore) return { kind: "unknown", why: "how the workspace was before the agent ran was not recorded" };
  const before = place.before.get(plainPath(path.path));
  const now = await fingerprintInside(place.workspace, path);
  if (before === unknownFingerprint || now === unknownFingerprint)
    return { kind: "unknown", why: "it is or was too large to be compared, or may not be read" };
  return { kind: before === now ? "yes" : "no" };
}
