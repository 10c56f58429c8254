import { createHash } from "node:crypto";
import type { Claim } from "./receipt.ts";

const outside = ["commit", "commits", "signature"];

/**
 * The name of what a receipt claims: SHA-256 of its JSON with sorted keys and no blanks. The commits are left out,
 * because their messages hold this digest; they name the receipt, and a signature of theirs signs it.
 */
export function receiptDigest(receipt: Claim): string {
  const claim = Object.entries(receipt).filter(([key]) => !outside.includes(key));
  return createHash("sha256")
    .update(canonical(Object.fromEntries(claim)))
    .digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${sorted.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}
