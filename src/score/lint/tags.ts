/** A part of a template that is not text for its reader. */
export interface Tag {
  readonly from: number;
  readonly to: number;
  /** `raw`: text that only looks like a template, with the tags around it. */
  readonly kind: "output" | "statement" | "comment" | "raw";
}

const kinds = { "{{": ["output", "}}"], "{%": ["statement", "%}"], "{#": ["comment", "#}"] } as const;

/** The tags of a template in their order. Linear, also for texts that only begin tags and never end them. */
export function tagsIn(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  const unended = new Set<string>();
  const opening = /\{[{%#]/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [kind, end] = kinds[found[0] as keyof typeof kinds];
    const close = unended.has(end) ? -1 : text.indexOf(end, found.index + 2);
    if (close === -1) {
      unended.add(end);
      continue;
    }
    const tag = { from: found.index, to: close + 2, kind };
    const raw = kind === "statement" && !unended.has("raw") ? rawEnd(text, tag) : null;
    if (raw === -1) unended.add("raw");
    const whole: Tag = raw === null || raw === -1 ? tag : { from: tag.from, to: raw, kind: "raw" };
    tags.push(whole);
    opening.lastIndex = whole.to;
  }
  return tags;
}

/** Where a raw part ends that the tag begins: `null` when it begins none, -1 when it never ends. */
function rawEnd(text: string, { from, to }: { readonly from: number; readonly to: number }): number | null {
  if (!/^\{%[-+]?\s*raw\s*[-+]?%\}$/.test(text.slice(from, Math.min(to, from + 100)))) return null;
  const ending = /\{%[-+]?\s{0,50}endraw\s{0,50}[-+]?%\}/g;
  ending.lastIndex = to;
  const found = ending.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}
