import { z } from "zod";
import { meaning, oneOf, shortForm, strict } from "../../source/shape.ts";
import { type Command, argument, duration, textList, untemplated } from "../fields.ts";

/** A pattern as in `.gitignore`. */
const pattern = meaning((written) => {
  const bare = written.replace(/^!/, "");
  if (bare.trim() === "" || /\p{Cc}/u.test(bare)) return { kind: "wrong", why: "is not a pattern of files" };
  return bare.split("/").includes("..")
    ? { kind: "wrong", why: "must stay inside the checkout (no ..)" }
    : { kind: "means", value: written };
}).meta({ pattern: String.raw`^[^\n]*\S[^\n]*$` });

/** Its result may be used in other contexts, also for gates, which have no sheet. */
const run = untemplated("can't hold a template: put the value into prepare.environment and use the variable");

const timeout = duration(1)
  .optional()
  .meta({ description: "A command that takes longer is ended.", default: "10m", examples: ["20m"] });

const commandMap = strict({
  run: run.meta({
    description: "A command that exits 0: a line for the shell, or a list of program and arguments.",
    examples: ["npm ci"],
  }),
  timeout,
  inputs: textList.optional().meta({
    description:
      "Globs: the tracked files that its result depends on. While they stay the same, the ignored files that it made are used again instead of running it. `[]`: run it in each context.",
    otherwise: "lock files and manifests of package managers",
    examples: [["package-lock.json"]],
  }),
});
const teardownMap = strict({
  run: run.meta({ description: "The command.", examples: ["docker compose down"] }),
  timeout: timeout.meta({ description: "A command that takes longer is ended.", default: "1m", examples: ["5m"] }),
});

interface WrittenStep {
  readonly run: Command;
  readonly timeout?: number | undefined;
  readonly inputs?: string[] | undefined;
}

const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const bare = run.transform((line): WrittenStep => ({ run: line }));
const step = oneOf<WrittenStep>((value) => (isMap(value) ? commandMap : bare), [run, commandMap], shortForm("run"));
const lastStep = oneOf<WrittenStep>(
  (value) => (isMap(value) ? teardownMap : bare),
  [run, teardownMap],
  shortForm("run"),
);

const variableName = z
  .string()
  .regex(
    /^(?!TUTTI_)[A-Za-z_]\w*$/,
    "is not a name of an environment variable that may be set; names that begin with TUTTI_ are Tutti's",
  );
const fromTerminal = strict({
  from: variableName.meta({
    description:
      "A variable of the terminal that submitted the job. Its value is never written to the disk, and taken out of outputs.",
    examples: ["NPM_TOKEN"],
  }),
});
type WrittenValue = string | z.infer<typeof fromTerminal>;
const value = oneOf<WrittenValue>((held) => (isMap(held) ? fromTerminal : argument), [argument, fromTerminal]);

export const prepare = strict(
  {
    include: z
      .array(pattern)
      .max(200)
      .optional()
      .meta({
        description: "Ignored files of your checkout to copy into contexts: patterns as in `.gitignore`.",
        otherwise: "none",
        examples: [[".env*", "!.env.production"]],
      }),
    commands: z
      .array(step)
      .max(50)
      .optional()
      .meta({
        description:
          "Commands that run in each new context before anything else does, in this order. If one fails, no agent is started.",
        otherwise: "none",
        examples: [["npm ci", { run: "make generate", timeout: "2m", inputs: ["schema/**"] }]],
      }),
    environment: z
      .record(variableName, value)
      .optional()
      .meta({
        description: "Variables of all programs in a context: templates, or `{ from: NAME }`.",
        otherwise: "none",
        examples: [{ DATABASE_URL: "sqlite:{{ worktree }}/test.db", NPM_TOKEN: { from: "NPM_TOKEN" } }],
      }),
    ports: z
      .int()
      .min(0)
      .max(10)
      .optional()
      .meta({
        description:
          "How many free ports a context has for itself: `TUTTI_PORT_0` and so on. No two contexts have the same one at the same time.",
        otherwise: "none",
        examples: [2],
      }),
    teardown: z
      .array(lastStep)
      .max(50)
      .optional()
      .meta({
        description:
          "Commands that run when a context is left, in this order. A failure is reported and changes nothing.",
        otherwise: "none",
        examples: [["docker compose down"]],
      }),
  },
  { env: "here it is environment", setup: "here it is commands", install: "here it is commands" },
);

export type WrittenPrepare = z.infer<typeof prepare>;
