/**
 * The XML of tools' reports. Our own, because a library has features to turn off (document types, recursive entities,
 * names as properties) and reads untrusted text too. Document types are refused, nothing is fetched, each character is
 * read once.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Without that of its children. */
  readonly text: string;
}

export type XmlReading =
  | { readonly kind: "document"; readonly root: XmlElement }
  | { readonly kind: "unreadable"; readonly why: string };

/** Deeper documents are attacks. */
const maxDepth = 200;

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: OpenElement[];
  text: string;
}

interface Cursor {
  readonly source: string;
  at: number;
  /** Open elements, the root first. */
  readonly open: OpenElement[];
  root: OpenElement | null;
}

export function readXml(source: string): XmlReading {
  const cursor: Cursor = { source, at: source.startsWith("\uFEFF") ? 1 : 0, open: [], root: null };
  while (cursor.at < source.length) {
    const why = readText(cursor) ?? readMarkup(cursor);
    if (why !== null) return { kind: "unreadable", why: `it is not XML: ${why}` };
  }
  if (cursor.root === null) return { kind: "unreadable", why: "it is not XML: there is no element in it" };
  const unclosed = cursor.open.at(-1);
  if (unclosed !== undefined)
    return { kind: "unreadable", why: `it is cut short: <${unclosed.name.slice(0, 100)}> has no end` };
  return { kind: "document", root: cursor.root };
}

/** An error, or `null`. */
function readText(cursor: Cursor): string | null {
  const found = cursor.source.indexOf("<", cursor.at);
  const end = found === -1 ? cursor.source.length : found;
  const text = cursor.source.slice(cursor.at, end);
  cursor.at = end;
  const inner = cursor.open.at(-1);
  if (inner !== undefined) inner.text += textOf(text);
  else if (text.trim() !== "") return "there is text outside of its element";
  return null;
}

function readMarkup(cursor: Cursor): string | null {
  const { source, at } = cursor;
  if (at >= source.length) return null;
  if (source.startsWith("<!--", at)) return readUpTo(cursor, "<!--", "-->");
  if (source.startsWith("<?", at)) return readUpTo(cursor, "<?", "?>");
  if (source.startsWith("<![CDATA[", at)) return readUpTo(cursor, "<![CDATA[", "]]>");
  if (source.startsWith("<!", at)) return "it declares a document type, which is not read";
  return source.startsWith("</", at) ? readEnd(cursor) : readStart(cursor);
}

function readUpTo(cursor: Cursor, start: string, end: string): string | null {
  const from = cursor.at + start.length;
  const to = cursor.source.indexOf(end, from);
  if (to === -1) return `it is cut short: ${start} has no end`;
  cursor.at = to + end.length;
  if (start !== "<![CDATA[") return null;
  const inner = cursor.open.at(-1);
  if (inner === undefined) return "there is text outside of its element";
  inner.text += cursor.source.slice(from, to);
  return null;
}

const endTag = /<\/([^\s<>/=]+)\s*>/y;

function readEnd(cursor: Cursor): string | null {
  const name = match(endTag, cursor)?.[1];
  const open = cursor.open.pop();
  return name !== undefined && open?.name === name
    ? null
    : `an end tag at character ${cursor.at} does not end what is open`;
}

// No part can match what the next one matches, so matching is linear.
const tagName = /<([^\s<>/="'&]+)/y;
const attribute = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const tagEnd = /\s*(\/?)>/y;

function readStart(cursor: Cursor): string | null {
  const place = `at character ${cursor.at}`;
  const name = match(tagName, cursor)?.[1];
  if (name === undefined) return `there is no tag ${place}`;
  const attributes = new Map<string, string>();
  for (let found = match(attribute, cursor); found !== null; found = match(attribute, cursor)) {
    const [, key = "", quoted, single = ""] = found;
    attributes.set(key, textOf(quoted ?? single));
  }
  const end = match(tagEnd, cursor);
  if (end === null) return `the tag <${name.slice(0, 100)}> ${place} has no end`;
  const element: OpenElement = { name, attributes, children: [], text: "" };
  const parent = cursor.open.at(-1);
  if (parent !== undefined) parent.children.push(element);
  else if (cursor.root === null) cursor.root = element;
  else return "there is something after its end";
  if (end[1] !== "/") cursor.open.push(element);
  return cursor.open.length > maxDepth ? `it is deeper than ${maxDepth} elements` : null;
}

function match(expression: RegExp, cursor: Cursor): RegExpExecArray | null {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.source);
  if (found !== null) cursor.at = expression.lastIndex;
  return found;
}

const named: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-z]{2,4});/g;

/** Each reference is replaced once; unknown ones stay. */
function textOf(written: string): string {
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
