import type { z } from "zod";
import type { FilePlace } from "../plan/command.ts";
import { file, text } from "../schema/fields.ts";
import { oneOf, strict } from "../source/shape.ts";
import { type RuleKind, filled, placeText } from "./kind.ts";

const map = strict({
  path: file,
  since: text.default("base").meta({
    description: "`base` (what the sheet started from) or a name that git knows, such as a branch or tag.",
    examples: ["main"],
  }),
});
type Written = z.infer<typeof map>;
const onlyPath = text.transform((path): Written => ({ path, since: "base" }));

export interface FileUnchangedSince<Path = FilePlace> {
  readonly kind: "file_unchanged_since";
  readonly path: Path;
  readonly since: string;
}

export const fileUnchangedSince: RuleKind<Written, FileUnchangedSince<string>, FileUnchangedSince> = {
  kind: "file_unchanged_since",
  schema: oneOf<Written>((value) => (typeof value === "string" ? onlyPath : map), [text, map], {
    print: ({ path, since }, printed) => (since === "base" ? path : printed),
  })
    .optional()
    .meta({ description: "This file is as it was.", examples: ["package-lock.json"] }),
  plan: (written) => ({ kind: "file_unchanged_since", ...written }),
  fill: ({ kind, path, since }, filler) => filled({ kind }, { path: filler.path(path), since: filler.text(since) }),
  describe: ({ path, since }) => `${placeText(path)} is as it was${since === "base" ? "" : ` at ${since}`}`,
  show: ({ path, since }, at) => ({ ...at(path), since }),
};
