import { messageOf, spotOf } from "../fault.ts";
import { readExpression } from "./expressions.ts";
import { expectEnd, newReader } from "./reader.ts";
import { readTag } from "./tokens.ts";
import type { Expression } from "./tree.ts";

/** The tree of an expression that stands alone, or why it is none. `from` is an offset in the text. */
export function parseExpression(
  text: string,
):
  | { readonly kind: "means"; readonly value: Expression }
  | { readonly kind: "wrong"; readonly why: string; readonly from: number } {
  const source = { name: null, text };
  try {
    const { tokens } = readTag(source, 0, "");
    const reader = newReader(source, tokens);
    const value = readExpression(reader);
    expectEnd(reader);
    return { kind: "means", value };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return { kind: "wrong", why: messageOf(error), from: spotOf(error)?.from ?? 0 };
  }
}
