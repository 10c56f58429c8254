import type { Change } from "../../git/diff/changes.ts";
import type { Objects } from "../../git/objects/objects.ts";
import type { Meetings } from "../line/friction.ts";
import { alteredLines, frictionOf } from "./ways/friction.ts";

const mostBytes = 500_000;

/** How much two results are in each other's way, by files that both changed from the same text. */
async function frictionBetween(objects: Objects, one: readonly Change[], other: readonly Change[]): Promise<number> {
  const there = new Map(other.map((change) => [change.path, change]));
  let friction = 0;
  for (const mine of one) {
    const yours = there.get(mine.path);
    if (yours === undefined || yours.blob === mine.blob) continue;
    friction += await frictionIn(objects, mine, yours);
  }
  return friction;
}

/** A pair that can't be compared is as hard as a hundred words. */
const unknown = 100;

async function frictionIn(objects: Objects, mine: Change, yours: Change): Promise<number> {
  if (mine.status !== "M" || yours.status !== "M" || mine.oldBlob !== yours.oldBlob) return unknown;
  const [base, ours, theirs] = await textsOf(objects, [mine.oldBlob, mine.blob, yours.blob]);
  if (base === undefined || ours === undefined || theirs === undefined) return unknown;
  return frictionOf({ base, ours, theirs });
}

/** Lines that a result alters or removes, each by its file and its number there. */
async function alteredIn(objects: Objects, changes: readonly Change[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { path, status, oldBlob, blob } of changes) {
    const [before, after] = status === "M" ? await textsOf(objects, [oldBlob, blob]) : [];
    if (before === undefined || after === undefined) continue;
    for (const line of alteredLines(before, after)) lines.push(`${oldBlob} ${String(line)} ${path}`);
  }
  return lines;
}

async function textsOf(objects: Objects, ids: readonly string[]): Promise<readonly (string | undefined)[]> {
  const all = await Promise.all(ids.map((id) => objects.readBlob(id, mostBytes)));
  return all.map((bytes) => (bytes === undefined || bytes.includes(0) ? undefined : bytes.toString("utf8")));
}

/** How results of one base meet; what can't be read is told when it is merged. */
export async function meetingsOf(objects: Objects, changes: readonly (readonly Change[])[]): Promise<Meetings> {
  const frictions = await Promise.all(
    changes.map((one, at) =>
      Promise.all(
        changes.map((other, place) => (place <= at ? Promise.resolve(0) : frictionBetween(objects, one, other))),
      ),
    ),
  );
  const altered = await Promise.all(changes.map((one) => alteredIn(objects, one)));
  return { friction: (one, other) => frictions[one]?.[other] ?? 0, altered: (at) => altered[at] ?? [] };
}
