import { z } from "zod";

const text = z.string().min(1);

/** What helps an agent with one kind of finding. */
const advice = z.strictObject({
  means: text,
  /** How to fix it well. */
  fix: text,
  /** Changes that only hide it. */
  avoid: text,
  /** A tiny example. */
  before: text,
  after: text,
});

/** A file of `shipped/`. */
export const toolAdvice = z.strictObject({
  /** Tools that share this advice, by the names of the catalogue. */
  tools: z.array(text).min(1),
  /** Of its examples. */
  language: text,
  general: text,
  codes: z.record(text, advice).default({}),
  /** Codes that share the advice of another code; `tool:code` is one of another tool. */
  same: z.record(text, text).default({}),
});

export type Advice = z.infer<typeof advice>;
export type ToolAdvice = z.infer<typeof toolAdvice>;

export interface AdviceBook {
  /** The project's own: files below `.tutti/advice`, by their paths there. */
  readonly own: ReadonlyMap<string, string>;
  /** By tool. */
  readonly shipped: ReadonlyMap<string, ToolAdvice>;
}
