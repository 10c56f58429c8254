import { z } from "zod";
import { forgeKinds } from "../score/plan/landing-plan.ts";
import { isolationLevels } from "../score/plan/levels.ts";
import { containerKeys } from "../score/schema/contexts/container.ts";
import { branch, environment as variables, line, text } from "../score/schema/fields.ts";
import { defaultKeys } from "../score/schema/defaults.ts";
import { prepare } from "../score/schema/contexts/prepare.ts";
import { meaning, oneOf, strict } from "../score/source/shape.ts";
import { secretReference } from "./parse.ts";

/** The version of the file that this Tutti writes. */
export const environmentVersion = 1;

const limits = strict({
  parallel: defaultKeys.parallel,
  timeout: defaultKeys.timeout,
  per_sheet: z.number().gt(0).max(1_000_000).optional(),
  per_job: z.number().gt(0).max(1_000_000).optional(),
  memory: containerKeys.memory,
  cpus: containerKeys.cpus,
  pids: containerKeys.pids,
});

const count = z.int().min(0).max(10);
const published = containerKeys.ports;

/** Where and how tasks run, under a name. */
export const environment = strict(
  {
    version: z.literal(environmentVersion),
    description: line.optional(),
    /** An address of a remote, or an absolute folder. */
    repository: text.optional(),
    base: branch.optional(),
    /** The first works; the others take over in this order. */
    agents: defaultKeys.fallbacks,
    variables: variables.optional(),
    secrets: z
      .record(
        z.string().regex(/^(?!TUTTI_)[A-Za-z_]\w*$/, "is not a name of an environment variable that may be set"),
        meaning(secretReference),
      )
      .optional(),
    prepare: prepare.shape.commands,
    teardown: prepare.shape.teardown,
    include: prepare.shape.include,
    /** How many ports each context has for itself, or which ones of a container are reached from outside. */
    ports: oneOf<number | z.infer<typeof published>>(
      (value) => (Array.isArray(value) ? published : count),
      [count, published],
    ).optional(),
    prompt: oneOf<string[]>(
      (value) => (typeof value === "string" ? text.transform((one) => [one]) : z.array(text).max(50)),
      [text, z.array(text)],
    ).optional(),
    limits: limits.optional(),
    isolation: z.enum(isolationLevels).optional(),
    /** Where its programs run; it means isolation `container` where nothing else is said. */
    image: containerKeys.image,
    pull: containerKeys.pull,
    network: containerKeys.network,
    mounts: containerKeys.mounts,
    /** Of the branches of pull requests: `prefix/slug-hash`. */
    branch_prefix: branch.optional(),
    /** Where the remote's address does not tell. */
    forge: z.enum(forgeKinds).optional(),
  },
  {
    env: "here it is variables",
    env_vars: "here it is variables",
    environment: "here it is variables",
    base_branch: "here it is base",
    repo: "here it is repository",
    agent: "here it is agents, a list",
    fallbacks: "here it is agents: the first works, the others take over",
    preflight: "here it is prepare, a list of commands",
    extra_mounts: "here it is mounts",
    prompts: "here it is prompt",
  },
);

export type Environment = z.infer<typeof environment>;
