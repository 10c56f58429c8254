import { builtInNames } from "../resolve/scene.ts";
import { positionAt } from "../template/position.ts";
import type { Look } from "./look.ts";
import { mixUpsIn } from "./mix-ups.ts";
import { textsOf } from "./texts.ts";

/** `{name}` where `{{ name }}` is meant: it would reach the agent as it is. */
export function lintBraces(look: Look): void {
  const { score, variables, report } = look;
  const isName = (name: string): boolean => builtInNames.has(name) || variables.has(name);
  for (const { path, text, kind } of textsOf(score)) {
    if (kind !== "template") continue;
    for (const { name, from } of firstOfEach(mixUpsIn(text, isName)))
      report.inside("V202", path, { at: positionAt(text, from), file: null, message: sentence(name) });
  }
  for (const [place, { text }] of look.plan.texts.entries()) {
    const { path, file } = look.texts.originOf(place);
    if (file === null) continue;
    for (const { name, from } of firstOfEach(mixUpsIn(text, isName)))
      report.inside("V202", path, { at: positionAt(text, from), file, message: sentence(name) });
  }
}

/** Saying it once of each name is enough. */
function firstOfEach<T extends { readonly name: string }>(found: readonly T[]): readonly T[] {
  return [...new Map(found.toReversed().map((item) => [item.name, item])).values()].reverse();
}

function sentence(name: string): string {
  return `{${name}} is left as it is; the value is {{ ${name} }}`;
}
