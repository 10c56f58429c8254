import { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";

const mode = z.enum(["auto", "approve"]);

const section = strict({
  mode: mode
    .default("auto")
    .meta({ description: "`auto`: a result lands when its validations pass. `approve`: it then waits for a person.", examples: ["approve"] }),
  revalidate: z
    .boolean()
    .default(true)
    .meta({ description: "Run validations again on the merged tree when the target moved; else the receipt says so.", examples: [false] }),
});

export type WrittenLanding = z.infer<typeof section>;
export const usualLanding: WrittenLanding = { mode: "auto", revalidate: true };

const bareMode = mode.transform((written): WrittenLanding => ({ ...usualLanding, mode: written }));

/** How results land: a mode, or a map with more about it. */
export const landing = oneOf<WrittenLanding>((value) => (typeof value === "string" ? bareMode : section), [mode, section]);
