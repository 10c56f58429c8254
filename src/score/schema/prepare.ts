import { z } from "zod";
import { meaning, strict } from "../source/shape.ts";

/** A pattern as in `.gitignore`. */
const pattern = meaning((written) => {
  const bare = written.replace(/^!/, "");
  if (bare.trim() === "" || /\p{Cc}/u.test(bare)) return { kind: "wrong", why: "is not a pattern of files" };
  return bare.split("/").includes("..")
    ? { kind: "wrong", why: "must stay inside the checkout (no ..)" }
    : { kind: "means", value: written };
}).meta({ pattern: String.raw`^[^\n]*\S[^\n]*$` });

export const prepare = strict({
  include: z
    .array(pattern)
    .max(200)
    .optional()
    .meta({
      description: "Ignored files of your checkout to copy into contexts: patterns as in `.gitignore`.",
      otherwise: "none",
      examples: [[".env*", "!.env.production"]],
    }),
});

export type WrittenPrepare = z.infer<typeof prepare>;
