import type { SheetId } from "../../base/ids.ts";

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
