import type { SheetId } from "../../../base/ids.ts";
import { visible } from "../../../base/text.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { PlanShape, SheetGroup } from "../../../score/preview/shape.ts";

const mostLines = 80;
const lineWidth = 72;

/**
 * The order of sheets, level by level: everything on one level may run at the same time. Sheets of a level that wait
 * for the same sheets share a line.
 */
export function graphLines(
  plan: Plan,
  { groups, shape }: { readonly groups: readonly SheetGroup[]; readonly shape: PlanShape },
): readonly string[] {
  const nameLinks = linkNamer(plan, groups);
  const levels = levelsOf(plan, groups, shape);
  const names = levels.map(({ first, last }) => (first === last ? String(first + 1) : `${first + 1}–${last + 1}`));
  const width = names.reduce((most, name) => Math.max(most, name.length), 0);
  const lines = levels.flatMap(({ branches }, index) => {
    const rows = branches.flatMap(({ labels, after }) => branchRows(labels, nameLinks(after, 4)));
    const lastBranch = rows.findLastIndex(({ isMore }) => !isMore);
    const drawn = rows.map(
      (row, place) =>
        `  ${(place === 0 ? (names[index] ?? "") : "").padStart(width)} ${corner(row, place, lastBranch)} ${row.text}`,
    );
    return index === 0 ? drawn : [`  ${"│".padStart(width)}`, ...drawn];
  });
  const rest = lines.length - mostLines;
  return rest > 0 ? [...lines.slice(0, mostLines), `  … and ${rest} more lines`] : lines;
}

interface Level {
  readonly first: number;
  readonly last: number;
  readonly branches: readonly { readonly labels: readonly string[]; readonly after: readonly SheetId[] }[];
}

function levelsOf(plan: Plan, groups: readonly SheetGroup[], { levelOf }: PlanShape): readonly Level[] {
  const levels = new Map<
    string,
    { first: number; last: number; branches: Map<string, { labels: string[]; after: readonly SheetId[] }> }
  >();
  for (const { label, members } of groups) {
    const first = levelOf[members[0] ?? 0] ?? 0;
    const last = levelOf[members.at(-1) ?? 0] ?? 0;
    const key = `${first} ${last}`;
    const level = levels.get(key) ?? {
      first,
      last,
      branches: new Map<string, { labels: string[]; after: readonly SheetId[] }>(),
    };
    levels.set(key, level);
    const after = linksOf(plan, members);
    const branch = level.branches.get(after.join("\0"));
    if (branch === undefined) level.branches.set(after.join("\0"), { labels: [label], after });
    else branch.labels.push(label);
  }
  return [...levels.values()]
    .toSorted((one, other) => one.first - other.first || one.last - other.last)
    .map((level) => ({ ...level, branches: [...level.branches.values()] }));
}

/** The sheets that a group waits for, without those within the group. */
function linksOf({ sheets }: Plan, members: readonly number[]): readonly SheetId[] {
  const own = new Set(members.map((place) => sheets[place]?.id));
  return [...new Set(members.flatMap((place) => sheets[place]?.after ?? []))].filter((id) => !own.has(id));
}

interface Row {
  readonly text: string;
  /** Goes on with what the row above began. */
  readonly isMore: boolean;
}

function branchRows(labels: readonly string[], after: string): readonly Row[] {
  const rows: string[] = [];
  for (const label of labels.map(visible)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + label.length + 2 <= lineWidth) rows[rows.length - 1] = `${last}, ${label}`;
    else rows.push(label);
  }
  return rows.map((text, index) => ({
    text: index === 0 && after !== "" ? `${text}  ← ${after}` : text,
    isMore: index > 0,
  }));
}

function corner({ isMore }: Row, place: number, lastBranch: number): string {
  const goesOn = place < lastBranch;
  if (isMore) return goesOn ? "│ " : "  ";
  if (place === 0) return goesOn ? "┬─" : "──";
  return goesOn ? "├─" : "└─";
}

/** Says what sheets wait for in few words: a group that is named whole is named by its label. */
export function linkNamer(
  plan: Plan,
  groups: readonly SheetGroup[],
): (after: readonly SheetId[], most: number) => string {
  const groupOf = new Map<SheetId, SheetGroup>();
  for (const group of groups) {
    for (const place of group.members) {
      const id = plan.sheets[place]?.id;
      if (id !== undefined) groupOf.set(id, group);
    }
  }
  return (after, most) => {
    const byGroup = new Map<SheetGroup | undefined, SheetId[]>();
    for (const id of after) {
      const known = byGroup.get(groupOf.get(id));
      if (known === undefined) byGroup.set(groupOf.get(id), [id]);
      else known.push(id);
    }
    const names = [...byGroup].flatMap(([group, ids]) =>
      group !== undefined && ids.length === group.members.length ? [group.label] : ids,
    );
    const rest = names.length - most;
    return `${names.slice(0, most).map(visible).join(", ")}${rest > 0 ? `, +${rest}` : ""}`;
  };
}
