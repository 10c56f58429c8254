import { numberArgument, textArgument } from "../values/arguments.ts";
import { spendText } from "../budget.ts";
import { isTrue, itemsOf } from "../values/comparison.ts";
import { fault } from "../fault.ts";
import { filter } from "./filter.ts";
import type { Given } from "./filter.ts";
import { jsonText } from "../values/json-text.ts";
import { formatPrintf } from "../values/printf.ts";
import type { Filter, Run, Value } from "../values/value.ts";
import { characters, cutText, shown, textOf } from "../values/text.ts";
import { byLetters, capitalized, centered, joined, lines, replaced, stripped } from "../values/editing.ts";
import { none, sequence, tuple } from "../values/value.ts";

export const textFilters: readonly (readonly [string, Filter])[] = [
  ["string", filter("", (value, _, run) => textOf(value, run))],
  ["safe", filter("", (value) => value)],
  ["inline", filter("", inline)],
  ["pprint", filter("", (value, _, run) => shown(value, run))],
  ["upper", filter("", (value, _, run) => made(textOf(value, run).toUpperCase(), run))],
  ["lower", filter("", (value, _, run) => made(textOf(value, run).toLowerCase(), run))],
  ["capitalize", filter("", (value, _, run) => made(capitalized(textOf(value, run)), run))],
  [
    "title",
    filter("", (value, _, run) =>
      made(byLetters(textOf(value, run), run).replaceAll(/[^-\s({[<]+/g, capitalized), run),
    ),
  ],
  ["trim", filter("chars", (value, [chars], run) => stripped(textOf(value, run), { ends: "both", chars }, run))],
  ["truncate", filter("length killwords end leeway", truncated)],
  ["indent", filter("width first blank", indented)],
  ["center", filter("width", (value, [width], run) => centered(textOf(value, run), numberArgument(width, 80), run))],
  [
    "wordcount",
    filter("", (value, _, run) => byLetters(textOf(value, run), run).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0),
  ],
  [
    "striptags",
    filter("", (value, _, run) =>
      made(withoutTags(textOf(value, run)), run)
        .replaceAll(/\s+/g, " ")
        .trim(),
    ),
  ],
  ["escape", filter("", escaped)],
  ["e", filter("", escaped)],
  ["forceescape", filter("", escaped)],
  ["urlencode", filter("", urlEncoded)],
  [
    "tojson",
    filter("indent", (value, [indent], run) =>
      jsonText(value, indent === undefined || indent === none ? null : numberArgument(indent, 0), run),
    ),
  ],
  ["format", (value, args, run) => formatPrintf(textOf(value, run), args, run)],
  [
    "replace",
    filter("old new count", (value, [from, to, count], run) =>
      replaced(
        textOf(value, run),
        { from: textArgument(from, "", run), to: textArgument(to, "", run), most: numberArgument(count, -1) },
        run,
      ),
    ),
  ],
];

function made(text: string, run: Run): string {
  spendText(run.budget, text.length);
  return text;
}

function truncated(value: Value, [length, killWords, end, leeway]: Given, run: Run): string {
  const text = textOf(value, run);
  const most = numberArgument(length, 255);
  const ending = textArgument(end, "...", run);
  const room = most - characters(ending).length;
  if (room < 0) throw fault(`a text can't be cut to ${most}: its end ${JSON.stringify(ending)} alone is longer`);
  if (characters(text).length <= most + numberArgument(leeway, 5)) return text;
  const cut = cutText(text, 0, room);
  if (isTrue(killWords ?? false, run)) return cut + ending;
  const blank = cut.lastIndexOf(" ");
  return (blank === -1 ? cut : cut.slice(0, blank)) + ending;
}

function indented(value: Value, [width, first, blank]: Given, run: Run): string {
  const room = typeof width === "string" ? width.length : numberArgument(width, 4);
  spendText(run.budget, room);
  const margin = typeof width === "string" ? width : " ".repeat(Math.max(0, room));
  const all = lines(`${textOf(value, run)}\n`, run);
  spendText(run.budget, all.length * margin.length);
  const isBlankToo = isTrue(blank ?? false, run);
  const moved = all.map((line, index) => (index === 0 || (line === "" && !isBlankToo) ? line : margin + line));
  return (isTrue(first ?? false, run) ? margin : "") + joined("\n", moved, run);
}

function withoutTags(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let open = text.indexOf("<"); open !== -1; open = text.indexOf("<", from)) {
    const mark = text.startsWith("<!--", open) ? "-->" : ">";
    const close = text.indexOf(mark, open);
    if (close === -1) break;
    kept.push(text.slice(from, open));
    from = close + mark.length;
  }
  return kept.join("") + text.slice(from);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#39;",
  '"': "&#34;",
};

function escaped(value: Value, _: Given, run: Run): string {
  return made(
    textOf(value, run).replaceAll(/[&<>'"]/g, (found) => entities[found] ?? found),
    run,
  );
}

function urlEncoded(value: Value, _: Given, run: Run): string {
  const pairs = value instanceof Map ? [...value].map(([key, inner]) => tuple([key, inner])) : sequence(value);
  if (pairs === null) return urlQuoted(textOf(value, run)).replaceAll("%2F", "/");
  const quoted = pairs.map((pair) =>
    itemsOf(pair, run).map((part) => urlQuoted(textOf(part, run)).replaceAll("%20", "+")),
  );
  return joined(
    "&",
    quoted.map((pair) => pair.join("=")),
    run,
  );
}

function urlQuoted(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Means the same in every quoting of a shell, and in none. */
export const harmless = /^[\w@%+=:,./-]*$/;

function inline(value: Value, _: Given, run: Run): Value {
  const text = textOf(value, run);
  if (harmless.test(text)) return text;
  throw fault(
    `${JSON.stringify(text.slice(0, 60))} can't be put into a command as text: only letters, digits and _@%+=:,./- can; hand it over as data`,
  );
}
