import { asSchema, resolved } from "./maps.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What a key takes, in a few words for people. */
export function typeText(schema: JsonSchema, root: JsonSchema): string {
  const meant = resolved(schema, root);
  if (meant.anyOf !== undefined)
    return [...new Set(meant.anyOf.map((form) => typeText(asSchema(form), root)))].join(" or ");
  if (meant.const !== undefined) return `\`${String(meant.const)}\``;
  if (meant.enum !== undefined) return meant.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (meant.title !== undefined) return meant.title;
  switch (meant.type) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "integer":
      return `whole number${rangeText(meant)}`;
    case "number":
      return `number${rangeText(meant)}`;
    case "array":
      return meant.prefixItems === undefined
        ? `list (${typeText(asSchema(meant.items), root)})`
        : `list of ${String(meant.prefixItems.length)}`;
    case "object":
      return meant.properties === undefined
        ? `map (name: ${typeText(asSchema(meant.additionalProperties), root)})`
        : "map";
    default:
      return "anything";
  }
}

function rangeText({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (typeof exclusiveMinimum === "number") return `, more than ${grouped(exclusiveMinimum)}`;
  if (minimum === undefined) return maximum === undefined ? "" : `, up to ${grouped(maximum)}`;
  return maximum === undefined ? `, ${grouped(minimum)} or more` : `, ${grouped(minimum)} to ${grouped(maximum)}`;
}

function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
