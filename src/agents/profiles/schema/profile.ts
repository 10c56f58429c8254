import { z } from "zod";
import { duration, promptKind } from "../../../score/schema/fields.ts";
import { hostRule } from "../../../score/plan/hosts.ts";
import { oneOf, strict } from "../../../score/source/shape.ts";
import { troubles } from "../../../sheet/trouble/trouble.ts";
import { allowedWith, groups } from "../../profile/placeholders.ts";
import { streamFormats } from "../../streams/formats.ts";
import {
  agentName,
  argumentList,
  date,
  dollars,
  environment,
  filesByPath,
  foldersByVariable,
  patterns,
  place,
  text,
  variable,
  variables,
} from "./fields.ts";

const kinds = ["cli", "acp", "http"] as const;

const output = strict({
  format: z.enum(streamFormats),
  session: place.optional(),
  model: place.optional(),
  text: place.optional(),
  error: place.optional(),
  input_tokens: place.optional(),
  output_tokens: place.optional(),
  cache_read_tokens: place.optional(),
  cache_write_tokens: place.optional(),
  usd: place.optional(),
});

export type OutputForm = z.infer<typeof output>;

const verified = strict({ version: text.max(100), date });

const model = strict({
  name: text,
  context: z.int().min(1).optional(),
  input: dollars.optional(),
  output: dollars.optional(),
  cache_read: dollars.optional(),
  cache_write: dollars.optional(),
}).refine(
  ({ input, output: answers }) => (input === undefined) === (answers === undefined),
  "a price needs both input and output",
);

const home = strict({
  own: z.enum(["auto", "always", "never"]).default("auto"),
  auth: z.array(variable).max(50).default([]),
  variables: foldersByVariable.default({}),
  files: filesByPath.default({}),
  logins: z
    .array(
      text.max(4_096).refine((path) => !/^[/~]/.test(path) && !path.split("/").includes(".."), "lies below your home"),
    )
    .max(50)
    .default([]),
});

const homePath = text
  .max(4_096)
  .refine((path) => path.startsWith("~/") && !path.split("/").includes(".."), "begins with ~/ (your home)");

/** How it is known, without asking a model, that an agent has no login. */
const login = strict({
  args: argumentList([]).optional(),
  since: text.max(100).optional(),
  unless: variables.default([]),
  files: z
    .array(
      text
        .max(4_096)
        .refine(
          (path) => !path.startsWith("/") && !path.split("/").includes(".."),
          "begins with ~/ (your home), or lies in the checkout",
        ),
    )
    .max(50)
    .default([]),
  needed: z.boolean().default(false),
  how: text.max(500),
}).refine(
  ({ args, unless, files }) => args !== undefined || unless.length + files.length > 0,
  "needs args, unless or files: otherwise nothing is known",
);

const troubleCode = z
  .string()
  .refine((code) => Object.hasOwn(troubles, code), "is not the code of a trouble; docs/agents.md has them all");

const host = text.refine((written) => hostRule(written) !== null, "is not a host, such as api.example.com");

/** How a key can stay outside of a sandbox. */
const broker = strict({
  base: variable,
  to: z.url({ protocol: /^https?$/ }),
  keys: z.record(
    variable,
    z.string().regex(/^[\w-]+(: \w+)?$/, "expected a header, such as x-api-key or authorization: Bearer"),
  ),
});

const basics = {
  name: agentName,
  extends: agentName.optional(),
  display_name: text.max(100).optional(),
  description: z.string().max(2_000).default(""),
  aliases: z.array(agentName).max(20).default([]),
  verified: verified.nullable().default(null),
  model: text.max(200).optional(),
  env: environment.default({}),
  pass: variables.default([]),
  secrets: variables.default([]),
  home: home.optional(),
  state: z.array(homePath).max(50).default([]),
  hosts: z.array(host).max(100).default([]),
  broker: broker.nullable().default(null),
  start_timeout: duration(1).optional(),
  errors: z.record(troubleCode, patterns).default({}),
  models: z.array(model).max(500).default([]),
  prices_as_of: date.optional(),
};

const program = {
  executable: text.max(4_096),
  version_args: argumentList([]).default(["--version"]),
  login: login.optional(),
  model_args: argumentList(allowedWith("model")).optional(),
  session_folder: z.enum(["any", "same"]).default("any"),
};

const interactive = strict({
  args: argumentList(allowedWith("model_args", "session_args", "prompt_args")).default([]),
  session_args: argumentList(allowedWith("session")).optional(),
  prompt_args: argumentList(allowedWith("prompt")).optional(),
});

/** Its input is a stream of messages that may go on while it works. */
const talk = strict({ format: z.literal("claude"), args: argumentList([]).default([]) });

/** How it exports what it used by OTLP, where its output does not say; `{endpoint}` is the address for that. */
const exports = strict({ env: environment.default({}), args: argumentList([]).default([]) });

const cli = strict({
  kind: z.literal("cli"),
  ...basics,
  ...program,
  args: argumentList(allowedWith(...groups)).default([]),
  session_args: argumentList(allowedWith("session")).optional(),
  budget_args: argumentList(allowedWith("budget")).optional(),
  prompt: z.enum(["stdin", "file", "argument"]).default("stdin"),
  prompt_is: promptKind.default("text"),
  prompt_args: argumentList(allowedWith("prompt")).optional(),
  long_prompt: z.enum(["refuse", "stdin", "file"]).default("refuse"),
  output: output.default({ format: "text" }),
  interactive: interactive.optional(),
  talk: talk.optional(),
  exports: exports.optional(),
}).check(({ value, issues }) => {
  const wrong = (key: string, message: string): void =>
    void issues.push({ code: "custom", path: [key], message, input: value });
  // Other prompts may be longer than an argument.
  if (value.prompt !== "argument" && value.prompt_args?.includes("{prompt}") === true)
    wrong("prompt_args", "{prompt} needs prompt: argument");
  if (value.talk !== undefined && value.prompt !== "stdin") wrong("talk", "needs prompt: stdin");
  if (value.prompt_is === "text") return;
  // Both would send text instead of its program.
  if (value.talk !== undefined) wrong("talk", "a program (prompt_is) takes no words");
  if (value.session_args !== undefined) wrong("session_args", "a program (prompt_is) has no session to resume");
  if (value.long_prompt === "file") wrong("long_prompt", "a program (prompt_is) can't be asked to read a file");
});

const acp = strict({
  kind: z.literal("acp"),
  ...basics,
  ...program,
  args: argumentList(allowedWith("args", "model_args")).default([]),
});

const http = strict({
  kind: z.literal("http"),
  ...basics,
  api: z.enum(["openai", "anthropic", "ollama", "recursive-light"]),
  base_url: z.url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" }),
  base_url_variable: variable.optional(),
  key_variable: variable.optional(),
  max_turns: z.int().min(1).max(10_000).default(100),
  tools: z.array(z.enum(["read", "write", "list", "run"])).default(["read", "write", "list", "run"]),
});

export type WrittenProfile = z.infer<typeof cli> | z.infer<typeof acp> | z.infer<typeof http>;

const unknownKind = z.looseObject({ kind: z.enum(kinds) });
const all = { cli, acp, http } as const;

export function keysOfKind(kind: WrittenProfile["kind"]): readonly string[] {
  return Object.keys(all[kind].shape);
}

/** After `extends` is resolved. */
export const profileSchema = oneOf<WrittenProfile>(
  (value) => {
    const kind =
      typeof value === "object" && value !== null && "kind" in value
        ? kinds.find((known) => known === value.kind)
        : undefined;
    return kind === undefined
      ? (unknownKind as unknown as z.ZodType<WrittenProfile>)
      : (all[kind] as z.ZodType<WrittenProfile>);
  },
  [cli, acp, http],
);

/** Each has a row in docs/agents.md (a test checks it). */
export const profileKeys: readonly string[] = [
  ...new Set([cli, acp, http].flatMap((kind) => Object.keys(kind.shape))),
  ...Object.entries({ verified, home, login, output, interactive, talk, exports, models: model }).flatMap(
    ([name, inner]) => Object.keys(inner.shape).map((key) => `${name}.${key}`),
  ),
];
