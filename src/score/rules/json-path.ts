import { type JSONPathQuery, JSONPathEnvironment } from "json-p3";
import type { z } from "zod";
import { messageOf } from "../../base/error.ts";
import type { Scope } from "../expression/check.ts";
import type { Condition } from "../expression/condition.ts";
import { anything, number } from "../expression/types.ts";
import type { FilePlace } from "../plan/command.ts";
import { file, text } from "../schema/fields.ts";
import { type Meaning, strict } from "../source/shape.ts";
import { type RuleKind, faultAt, filePromise, filled, placeText } from "./kind.ts";

const map = strict({
  path: file,
  query: text.meta({ description: "A JSONPath (RFC 9535).", examples: ["$.total.lines.pct"] }),
  that: text.default("count > 0").meta({
    description: "A condition on `value` (the first found), `values` and `count`.",
    examples: ["value >= 80"],
  }),
});

export interface JsonPath<Path = FilePlace> {
  readonly kind: "json_path";
  readonly path: Path;
  readonly query: string;
  readonly that: Condition;
}

const scope: Scope = { value: anything, values: { kind: "list", of: anything }, count: number };

export const jsonPath: RuleKind<z.infer<typeof map>, JsonPath<string>, JsonPath> = {
  kind: "json_path",
  schema: map.optional().meta({
    description: "The content of a JSON file meets a condition.",
    examples: [{ path: "coverage.json", query: "$.total.lines.pct", that: "value >= 80" }],
  }),
  plan({ path, query, that }, place) {
    const condition = place.condition(that, scope, ["json_path", "that"]);
    return condition === null ? null : { kind: "json_path", path, query, that: condition };
  },
  fill: ({ kind, path, query, that }, filler) =>
    filled({ kind, that }, { path: filler.path(path), query: filler.text(query) }),
  describe: ({ path, query, that }) => `${query} of ${placeText(path)}: ${that.text}`,
  show: ({ path, query, that }, at) => ({ ...at(path), query, that: that.text }),
  fault: ({ query }) => faultAt("query", jsonQuery(query)),
  promise: filePromise,
};

const environment = new JSONPathEnvironment();

/** A JSONPath (RFC 9535). The library has no way to run code from one. */
function jsonQuery(written: string): Meaning<JSONPathQuery> {
  try {
    return { kind: "means", value: environment.compile(written) };
  } catch (error) {
    return { kind: "wrong", why: `is not a JSONPath: ${messageOf(error)}` };
  }
}
