import type { ReactNode } from "react";
import { costWords } from "../../../api/contract/cost/cost.ts";
import { dollars } from "../../../base/text.ts";
import type { Spending } from "../../../sheet/cost/usage.ts";

/** Unknown is unknown, never nothing. */
export function Cost({ of }: { readonly of: Spending }): ReactNode {
  const words = costWords(of);
  if (words === null) return <span className="faint">–</span>;
  const brief = of.usd === null ? "unknown" : `${dollars(of.usd)}${of.unknown > 0 ? "+" : ""}`;
  return <span title={words}>{brief}</span>;
}
