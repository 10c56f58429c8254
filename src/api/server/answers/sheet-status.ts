import type { Asked } from "../../schema/methods.ts";
import type { SheetView } from "../../view.ts";
import { detailed } from "../detail.ts";
import { requireSheet } from "../jobs/parts.ts";
import { type AnswerParts, findKnown } from "./parts.ts";

export async function sheetStatus(parts: AnswerParts, asked: Asked<"sheet.status">): Promise<SheetView | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const sheet = requireSheet(known.job, asked.sheet);
  const { sheets } = await detailed(parts, known.job, known.view);
  return sheets.find(({ id }) => id === sheet) ?? null;
}
