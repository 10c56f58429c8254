import { RE2JS } from "re2js";
import { messageOf } from "../base/error.ts";
import type { Meaning } from "./source/shape.ts";

/** A regular expression that can be matched in linear time, as it was written. */
export function pattern(written: string): Meaning<string> {
  try {
    RE2JS.compile(written, RE2JS.MULTILINE);
    return { kind: "means", value: written };
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing regexp: /, "");
    return { kind: "wrong", why: `is not a regular expression in RE2 syntax (no look-around, no back references): ${why}` };
  }
}
