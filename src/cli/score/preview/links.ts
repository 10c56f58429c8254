import type { SheetId } from "../../../base/ids.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import type { SheetGroup } from "../../../score/preview/groups.ts";
import { shown } from "../../terminal/prose.ts";

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
    return `${names.slice(0, most).map(shown).join(", ")}${rest > 0 ? `, +${String(rest)}` : ""}`;
  };
}
