import { RE2JS } from "re2js";
import type { z } from "zod";
import type { FilePlace } from "../plan/command.ts";
import { file, text } from "../schema/fields.ts";
import { strict } from "../source/shape.ts";
import { type RuleKind, filePromise, filled, placeText } from "./kind.ts";

const map = strict({
  path: file,
  pattern: text.meta({ description: "The expression.", examples: ["(?i)parser"] }),
});

export interface ContentRegex<Path = FilePlace> {
  readonly kind: "content_regex";
  readonly path: Path;
  readonly pattern: string;
}

export const contentRegex: RuleKind<z.infer<typeof map>, ContentRegex<string>, ContentRegex> = {
  kind: "content_regex",
  schema: map.optional().meta({
    description:
      "A file matches a regular expression (RE2: linear in time, no look-around; `^` and `$` are line ends).",
    examples: [{ path: "CHANGES.md", pattern: "(?i)parser" }],
  }),
  plan: (written) => ({ kind: "content_regex", ...written }),
  fill: ({ kind, path, pattern }, filler) =>
    filled({ kind }, { path: filler.path(path), pattern: filler.pattern(pattern) }),
  describe: ({ path, pattern }) => `${placeText(path)} matches /${pattern}/`,
  show: ({ path, pattern }, at) => ({ ...at(path), pattern }),
  weakness: ({ pattern }) =>
    matchesAnything(pattern) ? { key: "pattern", why: "matches any file, even an empty one" } : null,
  promise: filePromise,
};

const samples = ["", "a", "0\n", "\n\n", " ~\t", "é{}[]"];

function matchesAnything(pattern: string): boolean {
  if (/\{[{%#]/.test(pattern)) return false;
  const expression = RE2JS.compile(pattern, RE2JS.MULTILINE);
  return samples.every((sample) => expression.matcher(sample).find());
}
