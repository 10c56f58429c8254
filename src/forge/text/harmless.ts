import { withoutInvisible } from "../../base/shown-text.ts";

/** Width 0: the text reads the same and means nothing to a server. */
const gap = "\u200b";

/**
 * An agent's text for reading only: it mentions no one, closes no issue, gives the server no order, hides nothing and
 * loads nothing. Code is treated as prose, since an agent could make one look like the other.
 */
export function harmless(text: string): string {
  return (
    withoutInvisible(text)
      // A server reads an entity as its character.
      .replaceAll(/&(?:#0*64|#x0*40|commat);?/gi, "@")
      .replaceAll(/&(?:#0*35|#x0*23|num);?/gi, "#")
      .replaceAll(/&(?:#0*33|#x0*21|excl);?/gi, "!")
      .replaceAll(/&(?:#0*60|#x0*3c|lt);?/gi, "<")
      .replaceAll(/&(?:#0*47|#x0*2f|sol);?/gi, "/")
      // `name@host` notifies no one.
      .replaceAll(/(?<![A-Za-z0-9])@(?=\S)/g, `@${gap}`)
      .replaceAll(/([#!])(?=\d)/g, `$1${gap}`)
      .replaceAll(/\b(GH-)(?=\d)/gi, `$1${gap}`)
      .replaceAll(closing, (word) => `${word.charAt(0)}${gap}${word.slice(1)}`)
      // GitLab takes such a line for an order: /merge, /assign.
      .replaceAll(/^([ \t>*+-]*\/)(?=[a-z])/gim, `$1${gap}`)
      // Comments and tags; pictures, which report the reader to their server; notes that are never shown.
      .replaceAll(/<(?=[A-Za-z/!?])/g, `<${gap}`)
      .replaceAll(/!(?=\[)/g, `!${gap}`)
      .replaceAll(/^([ \t>*+-]*\[[^\]\n]*\])(?=:)/gm, `$1${gap}`)
  );
}

/** Before an address or a key of an issue; the short forms of issues are broken by themselves. */
const closing =
  /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b(?=[^\p{L}\p{N}\n]{0,20}(?:issues?[^\p{L}\p{N}\n]{1,20})?(?:https?:|gh-|[\w.-]{1,100}\/[\w./-]{1,100}[#!]|[#!]|[A-Z][A-Z\d_]+-\d))/giu;
