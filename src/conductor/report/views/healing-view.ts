import type { HealingView } from "../../../api/contract/answers.ts";
import { remedyNames } from "../../../score/healing/codes.ts";
import type { Healing } from "../../../sheet/healing/record.ts";

export function healingView({ undo, undoneAt, cycle, ...healing }: Healing): HealingView {
  return {
    ...healing,
    name: remedyNames[healing.code],
    byPerson: cycle === null,
    isUndoable: undo !== null && undoneAt === undefined,
    undoneAt: undoneAt ?? null,
  };
}
