import type { FilePlace } from "../../score/plan/command.ts";
import { leftOutFailure, missingFailure, plainPath, rawPath, rootOf, shown } from "../file-place.ts";
import { fingerprintInside, unknownFingerprint } from "../fingerprint.ts";
import type { CheckPlace, Comparison, Failure } from "../place.ts";
import { findInside } from "../read-inside.ts";

export async function absenceOf(place: CheckPlace, path: FilePlace): Promise<Failure | undefined> {
  const found = await findInside(rootOf(place, path), path.path);
  if (found.kind === "missing" || found.kind === "outside") return missingFailure(place, path);
  if (found.kind === "folder" && path.root === "workspace")
    return { reason: `${shown(path)} is a folder; only files are compared there` };
  return leftOutFailure(place, path);
}

export async function isAsBefore(place: CheckPlace, path: FilePlace): Promise<Comparison> {
  if (path.root === "workspace") return isAsRecorded(place, path);
  const name = rawPath(path.path);
  const changed = await place.since.changedPaths();
  return { kind: changed.some((item) => name === "" || item === name || item.startsWith(`${name}/`)) ? "no" : "yes" };
}

async function isAsRecorded(place: CheckPlace, path: FilePlace): Promise<Comparison> {
  if (place.since.before === null)
    return { kind: "unknown", why: "how the workspace was before the agent ran was not recorded" };
  const before = place.since.before.get(plainPath(path.path));
  const now = await fingerprintInside(place.workspace, path);
  if (before === unknownFingerprint || now === unknownFingerprint)
    return { kind: "unknown", why: "it is or was too large to be compared, or may not be read" };
  return { kind: before === now ? "yes" : "no" };
}
