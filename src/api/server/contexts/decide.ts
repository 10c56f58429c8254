import { workWords } from "../../../isolation/strays/decide.ts";
import type { ContextRow } from "../../contexts.ts";

/** Why a context may not be removed now; `null` when it may. Somebody at work in it counts even when forced. */
export function reasonToStay(row: Pick<ContextRow, "state" | "users" | "lock">, isForced: boolean): string | null {
  if (row.state === "gone") return "its folder is gone; tutti worktree prune clears what is left of it";
  if (row.users !== null && row.users.length > 0) return workWords(row.users);
  if (isForced) return null;
  if (row.users === null)
    return "whether somebody works in it can't be told on this system (--force removes it all the same)";
  if (row.lock === null || row.lock.owner === "dead") return null;
  const holder =
    row.lock.owner === "alive" && row.lock.pid !== null ? `in use by process ${String(row.lock.pid)}: ` : "";
  return `${holder}it is locked by ${row.lock.why} (--force removes it all the same)`;
}
