import type { KeyPath, Position } from "../../source/place.ts";

/** A part of the text that is to be replaced, and what that changes in what the text says. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly effect: Effect;
  readonly change: Change;
}

export type Effect =
  | { readonly kind: "rename"; readonly path: KeyPath; readonly name: string }
  | { readonly kind: "value"; readonly path: KeyPath; readonly value: string };

/** The change, for people. */
export interface Change {
  readonly at: Position;
  readonly what: string;
}

/** None of the edits may overlap. Two at the same place are the same edit, reached by two ways. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let end = 0;
  for (const { from, to, text: inserted } of edits.toSorted((one, other) => one.from - other.from)) {
    if (from < end) continue;
    result += text.slice(end, from) + inserted;
    end = to;
  }
  return result + text.slice(end);
}

/** The value that the text must have after the edits. */
export function withEffects(value: unknown, effects: readonly Effect[]): unknown {
  // Deeper edits first: the path to them leads over keys that may get another name.
  return effects
    .toSorted((one, other) => other.path.length - one.path.length)
    .reduce((result, effect) => applied(result, effect.path, effect), value);
}

function applied(value: unknown, [step, ...rest]: KeyPath, effect: Effect): unknown {
  if (step === undefined) return effect.kind === "value" ? effect.value : value;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? applied(item, rest, effect) : item));
  if (typeof value !== "object" || value === null) return value;
  // Keys keep their order: it may matter to a template.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, unknown] => {
      if (key !== String(step)) return [key, item];
      return rest.length === 0 && effect.kind === "rename" ? [effect.name, item] : [key, applied(item, rest, effect)];
    }),
  );
}
