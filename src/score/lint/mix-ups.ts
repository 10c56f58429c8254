import { tagsIn } from "./tags.ts";

/** A name in single braces where the template wants two. */
export interface MixUp {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Names that exist in single braces. `${name}` is a shell's, and what stands in a fenced block is somebody's code. */
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
