import { literal } from "../../literal.ts";
import { type Strategy, strategies } from "../../../score/strategy.ts";
import type { Part } from "./part.ts";
import { type PromptMaterial, partsOf } from "./parts.ts";

/** Texts that many prompts of a score have in common, kept once among its variables. */
export interface SharedTexts {
  /** A template that gives this text. */
  readonly refer: (text: string) => string;
  /** The score's variables that hold them; empty while nothing is shared. */
  readonly variables: () => ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const variable = "fix_texts";

export function sharedTexts(): SharedTexts {
  const names = new Map<string, string>();
  return {
    refer: (text) => {
      const name = names.get(text) ?? `t${String(names.size + 1)}`;
      names.set(text, name);
      return `{{ ${variable}.${name} }}`;
    },
    variables: () =>
      names.size === 0 ? new Map() : new Map([[variable, new Map([...names].map(([text, name]) => [name, text]))]]),
  };
}

/**
 * The prompts of all attempts at a sheet as one template: `effort` of the score's templates, 0 for an agent's first
 * attempt, picks the strategy from the ladder. Nothing of the data in it is taken for a template.
 */
export function promptTemplate(
  material: PromptMaterial & { readonly ladder: readonly [Strategy, ...Strategy[]] },
  texts: SharedTexts,
): string {
  const { ladder } = material;
  const parts = partsOf(material);
  const body = parts
    .map((part, index) => partTemplate({ part, ladder, texts, end: index === parts.length - 1 ? "" : between }))
    .join("");
  if (ladder.length === 1) return body;
  const steps = ladder.map((strategy) => String(strategies.indexOf(strategy))).join(", ");
  return `{% set level = [${steps}][[effort, ${String(ladder.length - 1)}] | min] %}${body}`;
}

/** How many bytes each of so many prompts has room for in a score, which may have a megabyte. */
export function roomFor(sheets: number): number {
  return Math.min(largestRoom, Math.floor(roomOfAll / Math.max(1, sheets)));
}

const largestRoom = 16_000;
const roomOfAll = 500_000;
const between = "\n\n";

interface Placed {
  readonly part: Part;
  readonly ladder: readonly Strategy[];
  readonly texts: SharedTexts;
  readonly end: string;
}

function partTemplate({ part, ladder, texts, end }: Placed): string {
  const levels = ladder
    .filter((strategy) => part.levels.includes(strategy))
    .map((strategy) => strategies.indexOf(strategy));
  if (levels.length === 0) return "";
  const text = `${part.shared ? texts.refer(part.text) : literal(part.text)}${end}`;
  return levels.length === ladder.length ? text : `{% if level in [${levels.join(", ")}] %}${text}{% endif %}`;
}
