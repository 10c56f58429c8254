import { parseTemplate } from "./jinja/syntax/parse.ts";
import type { Source } from "./jinja/fault.ts";
import type { Template } from "./jinja/syntax/tree.ts";

// A score has a handful of templates, or one for each sheet that is used once; both fit.
const maxTemplates = 500;
const maxLength = 8 * 1024 * 1024;

/** Keeps the templates that were read. When they are too many it begins anew: those in use are soon back. */
export function templateCache(): { readonly read: (source: Source) => Template } {
  // By where they are from, then by text: a key made of both would have to be made, and looked through, for every
  // rendering.
  const shelves = new Map<string, Map<string, Template>>();
  let count = 0;
  let length = 0;
  const shelfFor = ({ name, isCommand }: Source): Map<string, Template> => {
    const label = isCommand === true ? "\0command" : (name ?? "\0");
    const shelf = shelves.get(label) ?? new Map<string, Template>();
    shelves.set(label, shelf);
    return shelf;
  };
  const read = (source: Source): Template => {
    const known = shelfFor(source).get(source.text);
    if (known !== undefined) return known;
    const template = parseTemplate(source);
    if (count >= maxTemplates || length + source.text.length > maxLength) {
      shelves.clear();
      count = 0;
      length = 0;
    }
    count++;
    length += source.text.length;
    shelfFor(source).set(source.text, template);
    return template;
  };
  return { read };
}
