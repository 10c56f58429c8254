import { endForgeries } from "./end-forgeries.ts";
import type { Forgery, Said } from "./forgery.ts";
import { historyForgeries } from "./history-forgeries.ts";
import { objectForgeries } from "./object-forgeries.ts";
import { receiptForgeries } from "./receipt-forgeries.ts";
import { trailerForgeries } from "./trailer-forgeries.ts";

export const forgeries: readonly Forgery[] = [
  ...trailerForgeries,
  ...receiptForgeries,
  ...historyForgeries,
  ...objectForgeries,
  ...endForgeries,
];

const words: Readonly<Record<Said, string>> = {
  doubted: "✗ does not hold",
  undone: "✗ undone",
  said: "! taken out",
  missing: "✗ not there",
  unproven: "? not proven here",
  absent: "✓, capture absent",
  ignored: "✓ has no effect",
  refused: "error",
  undetectable: "**✓ undetectable**",
};

/** As `docs/landing.md` has it. */
export function forgeriesTable(): string {
  const rows = forgeries.map(({ title, said, by }) => `| ${title} | ${words[said]} | ${by} |`);
  return ["| the forgery | `tutti verify` says | what tells |", "|---|---|---|", ...rows].join("\n");
}
