import { plural, visible } from "../../base/text.ts";
import { type Checked, checkedDraft, type PlanGround } from "../../plan/draft/checked.ts";
import { type Fault, faultLine } from "../../plan/draft/fault.ts";
import { exitCodes } from "../exit-codes.ts";
import { ask, canAsk } from "../terminal/input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { editDraft } from "./edit.ts";

interface Wish {
  readonly edit?: true;
  readonly json?: true;
}

/** Opens the draft in an editor and checks it again, as often as it has faults and the person wants to go on. */
export async function editedDraft(
  terminal: Terminal,
  wish: Wish,
  { checked, ground }: { readonly checked: Checked; readonly ground: PlanGround },
): Promise<Checked> {
  if (wish.edit !== true || checked.kind === "faults") return checked;
  const read = await editDraft(checked.ordered.draft);
  if (read === null) return { kind: "faults", faults: [{ code: "data", where: "", why: "was dropped in the editor" }] };
  const again = checkedDraft(read, ground);
  if (again.kind === "good" || !canAsk(terminal, wish)) return again;
  for (const fault of again.faults) terminal.err(`  ${visible(faultLine(fault))}`);
  const isMore = await ask("The plan has faults now. Edit it again, from before?");
  return isMore ? editedDraft(terminal, wish, { checked, ground }) : again;
}

export function refuse(terminal: Terminal, { json }: Wish, faults: readonly Fault[]): number {
  if (json === true) {
    terminal.out(JSON.stringify({ type: "plan", faults }));
    return exitCodes.failed;
  }
  terminal.err(terminal.red(`The plan has ${plural(faults.length, "fault")}, so no work was started:`));
  for (const fault of faults) terminal.err(`  ${visible(faultLine(fault))}`);
  return exitCodes.failed;
}
