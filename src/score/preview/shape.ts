import type { SheetId } from "../../base/ids.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";

interface Linked {
  readonly id: SheetId;
  readonly after: readonly SheetId[];
}

export interface PlanShape {
  /** Places of the sheets, by how many others have to be over one after another before each can start. */
  readonly levels: readonly (readonly number[])[];
  /** By place of the sheet. */
  readonly levelOf: readonly number[];
  /** One of the longest ways through the plan, from its first sheet to its last. */
  readonly longestChain: readonly number[];
}

/** How a plan's sheets lie before and behind each other. Linear in sheets and links. */
export function planShape({ sheets }: { readonly sheets: readonly Linked[] }): PlanShape {
  const places = new Map(sheets.map(({ id }, place) => [id, place]));
  const waits = sheets.map(({ after }) => after.length);
  const followers = followersOf(sheets, places);
  const levelOf = sheets.map(() => 0);
  const before = sheets.map(() => -1);
  const ready = [...waits.keys()].filter((place) => waits[place] === 0);
  for (let next = 0; next < ready.length; next++) {
    const place = ready[next] ?? 0;
    for (const follower of followers[place] ?? []) {
      const level = (levelOf[place] ?? 0) + 1;
      if (level > (levelOf[follower] ?? 0)) {
        levelOf[follower] = level;
        before[follower] = place;
      }
      waits[follower] = (waits[follower] ?? 1) - 1;
      if (waits[follower] === 0) ready.push(follower);
    }
  }
  const levels: number[][] = [];
  for (const [place, level] of levelOf.entries()) (levels[level] ??= []).push(place);
  return { levels, levelOf, longestChain: chainTo(levels.at(-1)?.[0] ?? -1, before) };
}

function followersOf(sheets: readonly Linked[], places: ReadonlyMap<SheetId, number>): readonly (readonly number[])[] {
  const followers = sheets.map((): number[] => []);
  for (const [place, { after }] of sheets.entries()) {
    for (const id of after) {
      const other = places.get(id);
      if (other !== undefined) followers[other]?.push(place);
    }
  }
  return followers;
}

function chainTo(last: number, before: readonly number[]): readonly number[] {
  const chain: number[] = [];
  for (let place = last; place >= 0; place = before[place] ?? -1) chain.push(place);
  return chain.reverse();
}

/** Sheets that are shown as one: copies, or a row of sheets that only differ in their number. */
export interface SheetGroup {
  readonly label: string;
  readonly members: readonly number[];
}

// Fewer than this in a row are as readable one by one.
const leastInRow = 4;

/** Every sheet of a plan in exactly one group, in the order of the plan. */
export function sheetGroups(plan: Plan): readonly SheetGroup[] {
  const waitedFor = countFollowers(plan);
  const groups: SheetGroup[] = [];
  for (let start = 0; start < plan.sheets.length; ) {
    const length = copiesFrom(plan, start) || rowFrom(plan, start, waitedFor);
    const members = Array.from({ length }, (_, index) => start + index);
    groups.push({ label: labelOf(plan, members), members });
    start += length;
  }
  return groups;
}

/** How many copies of one sheet begin here; 0 when it is a single one. */
function copiesFrom({ sheets }: Plan, start: number): number {
  const { stage, fan_count: copies, instance } = sheets[start]?.numbers ?? { stage: 0, fan_count: 1, instance: 1 };
  if (copies <= 1 || instance !== 1) return 0;
  let length = 1;
  while (length < copies && sheets[start + length]?.numbers.stage === stage) length += 1;
  return length;
}

/**
 * How many sheets with running numbers begin here that wait for the same, or for nothing else than each other in turn.
 */
function rowFrom({ sheets }: Plan, start: number, waitedFor: readonly number[]): number {
  const first = sheets[start];
  const name = first === undefined ? null : numbered(first);
  if (first === undefined || name === null) return 1;
  const isNext = (place: number): boolean => {
    const found = sheets[place] === undefined ? null : numbered(sheets[place]);
    return (
      found?.base === name.base &&
      found.number === name.number + place - start &&
      sheets[place]?.numbers.fan_count === 1
    );
  };
  const isAlike = (place: number): boolean => sameLinks(sheets[place]?.after ?? [], first.after);
  // A link to the middle of a row can't be drawn.
  const isChained = (place: number): boolean => {
    const { after = [] } = sheets[place] ?? {};
    const previous = sheets[place - 1]?.id ?? "";
    return waitedFor[place - 1] === 1 && (sameLinks(after, [previous]) || sameLinks(after, [...first.after, previous]));
  };
  for (const belongs of [isAlike, isChained]) {
    let length = 1;
    while (isNext(start + length) && belongs(start + length)) length += 1;
    if (length >= leastInRow) return length;
  }
  return 1;
}

function numbered({ id }: SheetPlan): { readonly base: string; readonly number: number } | null {
  const [, base = "", number] = /^(.*)-(\d{1,9})$/.exec(id) ?? [];
  return number === undefined ? null : { base, number: Number(number) };
}

function sameLinks(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

function countFollowers({ sheets }: Plan): readonly number[] {
  const counts = new Map<string, number>();
  for (const { after } of sheets) for (const id of after) counts.set(id, (counts.get(id) ?? 0) + 1);
  return sheets.map(({ id }) => counts.get(id) ?? 0);
}

function labelOf({ sheets }: Plan, members: readonly number[]): string {
  const first = sheets[members[0] ?? 0];
  const last = sheets[members.at(-1) ?? 0];
  if (first === undefined || last === undefined) return "";
  if (members.length === 1) return first.id;
  if (first.numbers.fan_count > 1) return `${first.id.replace(/-1$/, "")} ×${String(members.length)}`;
  return `${first.id} … ${last.id}`;
}
