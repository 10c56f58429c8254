import { andMore, clip } from "../../../base/text.ts";
import { namesIn } from "../../../score/expression/ast.ts";
import { holds } from "../../../score/expression/condition.ts";
import type { Value } from "../../../score/expression/value.ts";
import { shown, textOf } from "../../file-place.ts";
import type { RunCheck } from "../../place.ts";
import { queryJson } from "./query.ts";

const largest = 16 * 1024 * 1024;
const maxShown = 10;

export const runJsonPath: RunCheck<"json_path"> = async ({ path, query, that }, place) => {
  const content = await textOf(place, path, largest);
  if (content.kind === "failure") return content.failure;
  const found = queryJson(content.text, query);
  if (found.kind === "no-json")
    return { reason: `${shown(path)} is not JSON: ${found.why}`, hint: `Write JSON into ${path.path}` };
  if (found.kind === "impossible") return { reason: `${query} can't be looked up in ${shown(path)}: ${found.why}` };
  const { values } = found;
  const [value] = values;
  const holding = holds(that, { values, count: values.length, ...(value === undefined ? {} : { value }) });
  switch (holding.kind) {
    case "yes":
      return undefined;
    case "no":
      return { reason: `${query} in ${shown(path)} is ${brief(values)}, so that ${that.text} does not hold` };
    case "impossible":
      if (value === undefined && namesIn(that.expression).has("value"))
        return { reason: `${query} finds nothing in ${shown(path)}, so that ${that.text} can't hold` };
      return { reason: `whether ${that.text} holds of ${query} in ${shown(path)} can't be told: ${holding.why}` };
  }
};

function brief(values: readonly Value[]): string {
  if (values.length === 0) return "nothing";
  return `${values.slice(0, maxShown).map(briefValue).join(", ")}${andMore(values.length - maxShown)}`;
}

/** Lists and records may be the whole document: not written out. */
function briefValue(value: Value): string {
  if (typeof value === "string") return JSON.stringify(clip(value, 80));
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `[${value.length === 0 ? "" : "…"}]` : "{…}";
}
