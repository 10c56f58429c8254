import { z } from "zod";
import { clip } from "../../base/text.ts";
import type { Fault } from "./fault.ts";

/** The proposal of a planner, before it becomes a score: strict data, because prose can't be checked. */

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "is made of small letters, digits and hyphens, at most 40");
const line = z
  .string()
  .max(120)
  .refine((text) => text.trim() !== "" && !/\p{Cc}/u.test(text), "must be one line of text");
const text = (most: number): z.ZodString => z.string().trim().min(1).max(most);

export const taskKinds = {
  feature: "feat",
  fix: "fix",
  refactoring: "refactor",
  testing: "test",
  documentation: "docs",
  prototyping: "feat",
  chore: "chore",
} as const satisfies Readonly<Record<string, string>>;

const file = z.strictObject({
  path: z.string().min(1).max(300),
  /** The task makes it. */
  new: z.boolean().default(false),
});

const criterion = z.strictObject({
  text: text(500),
  /** A line for the shell that exits 0 when the criterion is met, and not before. */
  command: text(1_000).optional(),
});

const task = z.strictObject({
  id,
  title: line,
  description: text(8_000),
  kind: z.enum(Object.keys(taskKinds) as [keyof typeof taskKinds]),
  /** Tasks whose results it needs. */
  after: z.array(id).max(50).default([]),
  files: z.array(file).max(100).default([]),
  criteria: z.array(criterion).min(1).max(20),
  /** Requirements that are met when it is done. */
  covers: z.array(z.string().min(1).max(40)).max(100).default([]),
  /** Of unrequested improvements. */
  impact: z.enum(["critical", "high", "medium", "low"]).optional(),
  effort: z.enum(["trivial", "small", "medium", "large"]).optional(),
});

export const draftSchema = z.strictObject({ goal: text(500), tasks: z.array(task).min(1).max(60) });

export type Draft = z.infer<typeof draftSchema>;
export type Task = Draft["tasks"][number];

/** Far more than sixty tasks need. */
export const mostDraftBytes = 512 * 1024;

export type ReadDraft =
  | { readonly kind: "draft"; readonly draft: Draft }
  | { readonly kind: "wrong"; readonly faults: readonly Fault[] };

export function readDraft(written: string): ReadDraft {
  if (written.length > mostDraftBytes) return wrong([{ code: "size", where: "", why: "is larger than 512 KB" }]);
  const data = parsed(written);
  return data.kind === "wrong" ? wrong([{ code: "data", where: "", why: data.why }]) : draftFrom(data.value);
}

/** Of data that was read from JSON or YAML. */
export function draftFrom(data: unknown): ReadDraft {
  const read = draftSchema.safeParse(data);
  if (read.success) return { kind: "draft", draft: read.data };
  return wrong(
    read.error.issues.slice(0, mostFaults).map(({ path, message }) => ({
      code: "shape",
      where: path.map(String).join("."),
      why: clip(message, 200),
    })),
  );
}

/** The plan in what an agent said: the last fenced part that begins as an object, else all from bracket to bracket. */
export function draftInAnswer(answer: string): string | null {
  const part = [...answer.matchAll(/^[^\S\n]*```(?:json)?[^\S\n]*\n(\s*\{[\s\S]*?)\n[^\S\n]*```[^\S\n]*$/gm)].at(
    -1,
  )?.[1];
  if (part !== undefined) return part;
  const [start, end] = [answer.indexOf("{"), answer.lastIndexOf("}")];
  return start === -1 || end < start ? null : answer.slice(start, end + 1);
}

const mostFaults = 40;

function wrong(faults: readonly Fault[]): ReadDraft {
  return { kind: "wrong", faults };
}

/** Models like to fence what they write; one fence around all of it changes nothing. */
const fenced = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n```\s*$/;

function parsed(
  written: string,
): { readonly kind: "data"; readonly value: unknown } | { readonly kind: "wrong"; readonly why: string } {
  const inner = fenced.exec(written)?.[1] ?? written.replace(/^\uFEFF/, "");
  try {
    return { kind: "data", value: JSON.parse(inner) as unknown };
  } catch (error) {
    return { kind: "wrong", why: `is not JSON: ${clip((error as Error).message, 160)}` };
  }
}
