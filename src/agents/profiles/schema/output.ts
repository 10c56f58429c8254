import { z } from "zod";
import { strict } from "../../../score/source/shape.ts";
import { place } from "./fields.ts";

export const streamFormats = ["claude", "codex", "gemini", "opencode", "tutti", "jsonl", "json", "text"] as const;

const places = {
  session: place.optional(),
  model: place.optional(),
  text: place.optional(),
  error: place.optional(),
  input_tokens: place.optional(),
  output_tokens: place.optional(),
  cache_read_tokens: place.optional(),
  cache_write_tokens: place.optional(),
  usd: place.optional(),
};

/** How what an agent prints is read. */
export const output = strict({ format: z.enum(streamFormats), ...places });

export type OutputForm = z.infer<typeof output>;
