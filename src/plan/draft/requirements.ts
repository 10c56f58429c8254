import { clip } from "../../base/text.ts";

/** One thing that was asked for; a plan has to cover each of them. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
}

const mostRequirements = 200;
const longest = 2_000;

/**
 * The requirements in a text, by the first of these that it has: headings `Requirement: …` (OpenSpec), items with ids of
 * their own such as `FR-001` (Spec Kit), the items of its lists; else all of it is one. Items that are ticked off are
 * done already. Fenced code is no list.
 */
export function requirementsIn(text: string): readonly Requirement[] {
  const lines = unfenced(text.replace(/^\uFEFF/, "").split(/\r?\n/));
  const found =
    firstWith([headed(lines), named(lines), items(lines)]) ?? (text.trim() === "" ? [] : [{ id: null, text }]);
  return numbered(found).slice(0, mostRequirements);
}

interface Found {
  /** `null`: it has none of its own. */
  readonly id: string | null;
  readonly text: string;
}

function firstWith(ways: readonly (readonly Found[])[]): readonly Found[] | undefined {
  return ways.find((way) => way.length > 0);
}

function unfenced(lines: readonly string[]): readonly string[] {
  let isCode = false;
  return lines.filter((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
}

const heading = /^#{1,6}\s+Requirement:\s*(?<text>\S.*)$/i;

/** A heading, with the sentence below it. */
function headed(lines: readonly string[]): readonly Found[] {
  return lines.flatMap((line, place) => {
    const name = heading.exec(line)?.groups?.["text"];
    if (name === undefined) return [];
    const rest = lines.slice(place + 1);
    const end = rest.findIndex((next) => next.startsWith("#"));
    const below = rest.slice(0, end === -1 ? undefined : end).find((next) => next.trim() !== "");
    return [{ id: null, text: below === undefined ? name : `${name}: ${below.trim()}` }];
  });
}

const item = /^ {0,1}(?:[-*+]|\d{1,3}[.)])\s+(?:\[(?<tick>[ xX])\]\s+)?(?<text>\S.*)$/;
const ownId = /^\**(?<id>[A-Z]{1,6}-\d{1,5}|#\d{1,4})\**[:.)]?\**\s+(?<text>\S.*)$/;

function named(lines: readonly string[]): readonly Found[] {
  return items(lines).filter(({ id }) => id !== null);
}

function items(lines: readonly string[]): readonly Found[] {
  return lines.flatMap((line, place) => {
    const groups = item.exec(line)?.groups;
    if (groups === undefined || groups["tick"]?.toLowerCase() === "x") return [];
    const own = ownId.exec(groups["text"] ?? "")?.groups;
    const rest = lines.slice(place + 1);
    // Lines that are indented below an item belong to it.
    const end = rest.findIndex((next) => !/^\s{2,}\S/.test(next));
    const below = rest.slice(0, end === -1 ? undefined : end).map((next) => next.trim());
    const text = [own?.["text"] ?? groups["text"] ?? "", ...below].join(" ");
    return [{ id: own?.["id"] ?? null, text }];
  });
}

/** Those without an id of their own get one by their place; no two are the same. */
function numbered(found: readonly Found[]): readonly Requirement[] {
  const taken = new Set(found.flatMap(({ id }) => id ?? []));
  const seen = new Set<string>();
  return found.map(({ id, text }, place) => {
    let name = id === null || seen.has(id) ? `R${place + 1}` : id;
    while (seen.has(name) || (id === null && taken.has(name))) name = `${name}x`;
    seen.add(name);
    return { id: name, text: clip(text.trim(), longest) };
  });
}
