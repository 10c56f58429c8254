import { JSONPathEnvironment } from "json-p3";
import type { JSONPathQuery } from "json-p3";
import { messageOf } from "../../base/error.ts";
import type { Meaning } from "../source/shape.ts";

const environment = new JSONPathEnvironment();

/** A JSONPath (RFC 9535). The library has no way to run code from one. */
export function jsonQuery(written: string): Meaning<JSONPathQuery> {
  try {
    return { kind: "means", value: environment.compile(written) };
  } catch (error) {
    return { kind: "wrong", why: `is not a JSONPath: ${messageOf(error)}` };
  }
}
