import type { Receipt } from "../../../landing/receipts/receipt.ts";
import { type PromiseReport, lostWords, promiseWords } from "../../../sheet/promises.ts";
import { firstFew } from "../../../base/text.ts";

/** Which promises of other sheets were validated together with a landing. */
export function keptSentences({ promises = [], tree }: Pick<Receipt, "promises" | "tree">): readonly string[] {
  const held = promises.filter(({ passed }) => passed);
  const isHere = (one: (typeof held)[number]): boolean => one.tree === tree;
  return [
    ...heldWords(held.filter(isHere), "the tree that landed"),
    ...heldWords(
      held.filter((one) => !isHere(one)),
      "the tree of its batch",
    ),
  ];
}

function heldWords(held: NonNullable<Receipt["promises"]>, where: string): readonly string[] {
  const sheets = [...new Set(held.flatMap(({ by }) => by.map(({ sheet }) => sheet)))];
  return sheets.length === 0 ? [] : [`Promises of sheets that landed before it held on ${where}: ${firstFew(sheets)}`];
}

/** How promises stood when the job ended, and this sheet's among them. */
export function endSentences(report: PromiseReport, sheet: string): readonly string[] {
  const words = promiseWords(report);
  const own = report.kind === "asked" ? report.lost.filter((one) => one.sheet === sheet) : [];
  return [
    ...(words === null ? [] : [`When the job ended: ${words}`]),
    ...own.map((one) => `Its own promise did not hold then: ${lostWords(one)}`),
  ];
}
