import type { FilePlace } from "../plan/command.ts";
import { text } from "../schema/fields.ts";
import { type RuleKind, filled, placeText } from "./kind.ts";

export interface FileModified<Path = FilePlace> {
  readonly kind: "file_modified";
  readonly path: Path;
}

export const fileModified: RuleKind<string, FileModified<string>, FileModified> = {
  kind: "file_modified",
  schema: text
    .optional()
    .meta({ description: "The sheet made or changed this file.", examples: ["{{ workspace }}/notes.md"] }),
  isBare: true,
  plan: (path) => ({ kind: "file_modified", path }),
  fill: ({ kind, path }, filler) => filled({ kind }, { path: filler.path(path) }),
  describe: ({ path }) => `${placeText(path)} was made or changed`,
  show: ({ path }, at) => ({ ...at(path) }),
};
