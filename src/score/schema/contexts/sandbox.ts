import { z } from "zod";
import { hostRule } from "../../plan/hosts.ts";
import { sandboxLevels } from "../../plan/sandbox.ts";
import { meaning, oneOf, shortForm, strict } from "../../source/shape.ts";

const level = z.enum(sandboxLevels);

const host = meaning((written) =>
  hostRule(written) === null
    ? { kind: "wrong", why: "is not a host, such as api.anthropic.com, *.example.org or 127.0.0.1:8080" }
    : { kind: "means", value: written },
).meta({ pattern: String.raw`^(\*\.)?[A-Za-z0-9._-]+(:\d+)?$|^\[[0-9A-Fa-f:.]+\](:\d+)?$` });
const hosts = z.array(host).max(200);
const switched = z.enum(["off", "open"]);
type WrittenNetwork = "off" | "open" | string[];
const network = oneOf<WrittenNetwork>((value) => (Array.isArray(value) ? hosts : switched), [switched, hosts]);

const section = strict({
  level: level.optional().meta({
    description:
      "What agents and validations may touch: `write` only what is theirs; `strict` also hides everything else.",
    otherwise: "the setting `sandbox`; the stricter of the two holds",
    examples: ["strict"],
  }),
  network: network.optional().meta({
    description:
      "Which hosts programs reach: `off` none but their own loopback, `open` all, or a list. With a list, the hosts that the agent's profile names are reached as well.",
    default: "open",
    examples: ["off", ["packages.example.com", "*.example.org"]],
  }),
  prepare: level.optional().meta({
    description: "The level for `prepare.commands`, at least.",
    otherwise: "as the agents, or the setting `prepare.sandbox`",
    examples: ["write"],
  }),
  keys: z
    .enum(["agent", "broker"])
    .optional()
    .meta({
      description:
        "Who holds the key of the model's provider: `broker` keeps it in the conductor, which adds it to requests. For agents whose profile says how (`broker`).",
      default: "agent",
      examples: ["broker"],
    }),
});

export type WrittenSandbox = z.infer<typeof section>;

const bare = level.transform((name): WrittenSandbox => ({ level: name }));

/** The section, or the level alone. */
export const sandbox: z.ZodType<WrittenSandbox> = oneOf<WrittenSandbox>(
  (value) => (typeof value === "string" ? bare : section),
  [level, section],
  shortForm("level"),
);
