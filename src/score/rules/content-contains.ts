import type { z } from "zod";
import type { FilePlace } from "../plan/command.ts";
import { file, text } from "../schema/fields.ts";
import { strict } from "../source/shape.ts";
import { type RuleKind, filePromise, filled, placeText } from "./kind.ts";

const map = strict({
  path: file,
  text: text.meta({ description: "The text, letter by letter.", examples: ["parser"] }),
});

export interface ContentContains<Path = FilePlace> {
  readonly kind: "content_contains";
  readonly path: Path;
  readonly text: string;
}

export const contentContains: RuleKind<z.infer<typeof map>, ContentContains<string>, ContentContains> = {
  kind: "content_contains",
  schema: map
    .optional()
    .meta({ description: "A file contains a text.", examples: [{ path: "CHANGES.md", text: "parser" }] }),
  plan: (written) => ({ kind: "content_contains", ...written }),
  fill: ({ kind, path, text: wanted }, filler) =>
    filled({ kind }, { path: filler.path(path), text: filler.text(wanted) }),
  describe: ({ path, text: wanted }) => `${placeText(path)} contains ${JSON.stringify(wanted)}`,
  show: ({ path, text: wanted }, at) => ({ ...at(path), text: wanted }),
  weakness: ({ text: wanted }) =>
    wanted.trim() === "" ? { key: "text", why: "is only white space, which nearly every file contains" } : null,
  promise: filePromise,
};
