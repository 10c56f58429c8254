import { tagsIn } from "./tags.ts";

/** Every word inside the tags of a template: more than the variables it names, never fewer. */
export function namesInTemplate(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { from, to, kind } of tagsIn(text)) {
    if (kind === "output" || kind === "statement") addWords(text.slice(from, to), names);
  }
  return names;
}

export function namesInCondition(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  addWords(text, names);
  return names;
}

function addWords(text: string, names: Set<string>): void {
  for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) names.add(word);
}
