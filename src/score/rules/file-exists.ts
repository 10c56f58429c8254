import type { FilePlace } from "../plan/command.ts";
import { text } from "../schema/fields.ts";
import { type RuleKind, filePromise, filled, placeText } from "./kind.ts";

export interface FileExists<Path = FilePlace> {
  readonly kind: "file_exists";
  readonly path: Path;
}

export const fileExists: RuleKind<string, FileExists<string>, FileExists> = {
  kind: "file_exists",
  schema: text.optional().meta({ description: "There is a file or folder at this path.", examples: ["README.md"] }),
  isBare: true,
  plan: (path) => ({ kind: "file_exists", path }),
  fill: ({ kind, path }, filler) => filled({ kind }, { path: filler.path(path) }),
  describe: ({ path }) => `${placeText(path)} exists`,
  show: ({ path }, at) => ({ ...at(path) }),
  promise: filePromise,
};
