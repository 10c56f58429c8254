import type { z } from "zod";
import type { FilePlace } from "../plan/command.ts";
import { file, textList } from "../schema/fields.ts";
import { strict } from "../source/shape.ts";
import { type RuleKind, filled, placeText } from "./kind.ts";

const map = strict({
  path: file.meta({ examples: ["{{ workspace }}/plan.json"] }),
  requirements: textList
    .default([])
    .meta({ description: "Ids of the requirements that it has to cover.", examples: [["R1", "R2"]] }),
});

export interface DraftHolds<Path = FilePlace> {
  readonly kind: "draft";
  readonly path: Path;
  readonly requirements: readonly string[];
}

export const draft: RuleKind<z.infer<typeof map>, DraftHolds<string>, DraftHolds> = {
  kind: "draft",
  schema: map.optional().meta({
    description: "A plan as JSON without faults, as `tutti plan` asks its planner for one.",
    examples: [{ path: "{{ workspace }}/plan.json", requirements: ["R1", "R2"] }],
  }),
  plan: (written) => ({ kind: "draft", ...written }),
  fill: ({ path, ...rest }, filler) => filled(rest, { path: filler.path(path) }),
  describe: ({ path }) => `${placeText(path)} is a plan without faults`,
  show: ({ path, requirements }, at) => ({ ...at(path), requirements }),
};
