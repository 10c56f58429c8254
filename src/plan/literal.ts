/**
 * A text that a template renders to exactly these letters. A template takes braces for tags, and a carriage return for
 * the end of a line; the rest it leaves alone.
 */
export function literal(text: string): string {
  if (!text.includes("{")) return text.replaceAll(/\r+/g, printed);
  // Inside of a raw part only its own end means something.
  const inner = text.replaceAll(/\{%(?=[-+]?\s*endraw)|\r+/g, (letters) => `{% endraw %}${printed(letters)}{% raw %}`);
  return `{% raw %}${inner}{% endraw %}`;
}

function printed(letters: string): string {
  return `{{ "${letters.replaceAll("\r", "\\r")}" }}`;
}
