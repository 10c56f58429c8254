const named: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,4});/g;

/**
 * Text with its references replaced, each once: what they stand for is not looked at again. One that nobody knows stays
 * as it is.
 */
export function textOf(written: string): string {
  return written.includes("&") ? written.replaceAll(reference, meaningOf) : written;
}

function meaningOf(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith("#")) return named.get(name) ?? written;
  return character(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

function character(code: number): string {
  const isNone = code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff);
  return isNone ? "\uFFFD" : String.fromCodePoint(code);
}
