import { z } from "zod";
import { oneOf, shortForm, strict } from "../source/shape.ts";
import { healingModes, remedyCodes } from "./codes.ts";

const modes = ["off", ...healingModes] as const;
const mode = z.enum(modes).meta({
  description:
    "`off`: a fault stops the job as ever. `automatic`: remedies that change nothing you would want to be asked about. `all`: suggested remedies too.",
  examples: ["automatic"],
});

const healingMap = strict({
  mode,
  without: z
    .array(z.enum(remedyCodes))
    .default([])
    .meta({ description: "Remedies that are not used.", examples: [["H09"]] }),
});
export type WrittenHealing = z.infer<typeof healingMap>;

const bare = mode.transform((said): WrittenHealing => ({ mode: said, without: [] }));

/** The remedies that Tutti may use for faults that it recognises. */
export const healing = oneOf<WrittenHealing>(
  (value) => (typeof value === "string" ? bare : healingMap),
  [mode, healingMap],
  shortForm("mode"),
);
