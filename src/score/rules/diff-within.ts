import { globMatcher } from "../match/glob.ts";
import { textList } from "../schema/fields.ts";
import { type RuleKind, all, faultAt, filled } from "./kind.ts";

export interface DiffWithin {
  readonly kind: "diff_within";
  readonly paths: readonly string[];
}

export const diffWithin: RuleKind<string[], DiffWithin, DiffWithin> = {
  kind: "diff_within",
  schema: textList.optional().meta({
    description: "The sheet touches only paths that match these globs.",
    examples: [["src/parser/**", "test/**"]],
  }),
  isBare: true,
  plan: (paths) => ({ kind: "diff_within", paths }),
  fill: ({ kind, paths }, filler) => filled({ kind }, { paths: all(paths.map((path) => filler.text(path))) }),
  describe: ({ paths }) => (paths.length === 0 ? "no file is touched" : `only ${paths.join(", ")} are touched`),
  show: ({ paths }) => ({ paths }),
  fault: ({ paths }) => faultAt("paths", globMatcher(paths)),
};
