import type { Source } from "./fault.ts";
import { parseTemplate } from "./syntax/parse.ts";
import type { Template } from "./syntax/tree.ts";

// Fits a handful of templates that are used often, and many that are used once.
const maxTemplates = 500;
const maxLength = 8 * 1024 * 1024;

/** Keeps parsed templates. When they are too many it drops all of them: those in use are soon back. */
export function templateCache(): { readonly read: (source: Source) => Template } {
  // By origin, then by text: a key made of both would have to be built and hashed for every rendering.
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
