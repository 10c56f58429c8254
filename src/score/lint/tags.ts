/** A part of a template that is not text for its reader. */
export interface Tag {
  readonly from: number;
  readonly to: number;
  /** `raw`: text that only looks like a template, with the tags around it. */
  readonly kind: "output" | "statement" | "comment" | "raw";
}

const kinds = { "{{": ["output", "}}"], "{%": ["statement", "%}"], "{#": ["comment", "#}"] } as const;

/** The tags of a template in their order. Linear, also for texts that only begin tags and never end them. */
function tagsIn(text: string): readonly Tag[] {
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

/** A name in single braces where the template wants two. */
export interface MixUp {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Names that exist in single braces. `${name}` is a shell's, and a fenced block is code. */
export function mixUpsIn(text: string, isName: (name: string) => boolean): readonly MixUp[] {
  if (!text.includes("{")) return [];
  return [...blanked(text).matchAll(/(?<![{$\\#]|\\[pP])\{([A-Za-z_]\w*)\}(?!\})/g)].flatMap(
    (match): readonly MixUp[] => {
      const [whole, name = ""] = match;
      return isName(name) ? [{ name, from: match.index, to: match.index + whole.length }] : [];
    },
  );
}

export function withoutMixUps(text: string, mixUps: readonly MixUp[]): string {
  return mixUps
    .toReversed()
    .reduce((whole, { name, from, to }) => `${whole.slice(0, from)}{{ ${name} }}${whole.slice(to)}`, text);
}

/** The text with tags, comments, raw parts and fenced blocks blanked out; places stay as they are. */
function blanked(text: string): string {
  let result = "";
  let end = 0;
  for (const { from, to } of tagsIn(text)) {
    result += text.slice(end, from) + " ".repeat(to - from);
    end = to;
  }
  return (result + text.slice(end)).replaceAll(/^[ \t]*(```|~~~)[^]*?^[ \t]*\1/gm, (block) => " ".repeat(block.length));
}
