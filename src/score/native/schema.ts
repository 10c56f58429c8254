import { z } from "zod";
import { duration, line, text, variables } from "../fields.ts";
import { meaning, oneOf, strict } from "../source/shape.ts";
import { agent } from "./agent.ts";
import { validation } from "./validation.ts";

const branch = meaning((written) =>
  written === "" || written.startsWith("-") || /[\s\p{Cc}]/u.test(written)
    ? { kind: "wrong", why: "is not the name of a branch" }
    : { kind: "means", value: written },
);

const retry = strict({
  attempts: z.int().min(1).max(100).optional(),
  base_delay: duration(0).optional(),
  max_delay: duration(0).optional(),
  completions: z.int().min(0).max(100).optional(),
  completion_threshold: z.number().min(0).max(1).optional(),
  conflicts: z.int().min(0).max(100).optional(),
});

/** What may stand for the whole score and, to differ from it, for one sheet. */
const perSheet = {
  agent: agent.optional(),
  retry: retry.optional(),
  timeout: duration(1).optional(),
  idle_timeout: oneOf<number | "none">((value) => (value === "none" ? z.literal("none") : duration(1))).optional(),
};

const sheet = strict({
  id: text,
  title: line.optional(),
  prompt: z.string().optional(),
  prompt_file: text.optional(),
  after: oneOf<string[]>((value) => (typeof value === "string" ? text.transform((id) => [id]) : z.array(text))).optional(),
  validations: z.array(validation).default([]),
  ...perSheet,
});

export const nativeScore = strict({
  name: line.optional(),
  target: branch.optional(),
  workspace: text.optional(),
  isolation: z.enum(["clone", "worktree"]).default("clone"),
  parallel: z.int().min(1).max(1_000).default(4),
  landing: strict({ revalidate: z.boolean().default(true) }).default({ revalidate: true }),
  variables: variables.optional(),
  agents: z.record(text, agent).default({}),
  sheets: z.array(sheet).min(1),
  ...perSheet,
});

export type NativeScore = z.infer<typeof nativeScore>;
export type NativeSheet = z.infer<typeof sheet>;
export type NativeRetry = z.infer<typeof retry>;
