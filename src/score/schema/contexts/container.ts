import { z } from "zod";
import { type Mount, type PublishedPort, containerNetworks, pullPolicies, usualPids } from "../../plan/container.ts";
import { meaning, oneOf, shortForm, strict } from "../../source/shape.ts";
import { mount, printedMount, printedPort, publishedPort } from "./container-parts.ts";

/** A name of an image. A name with a leading dash would be an option of the engine. */
const image = meaning((written) =>
  /^[a-z\d][\w./:@-]*$/i.test(written)
    ? { kind: "means", value: written }
    : { kind: "wrong", why: "is not the name of an image, such as docker.io/library/node:22" },
).meta({ pattern: "^[A-Za-z0-9][A-Za-z0-9_./:@-]*$" });

const bytesIn: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, MiB: 2 ** 20, GiB: 2 ** 30 };
/** Engines refuse less. */
const leastBytes = 6 * 2 ** 20;
const bytes = z.int().min(leastBytes);
const size = meaning((written) => {
  const [, amount = "", unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?) ?([MG]i?B)$/.exec(written) ?? [];
  const meant = Math.round(Number(amount) * (bytesIn[unit] ?? Number.NaN));
  return meant >= leastBytes
    ? { kind: "means", value: meant }
    : { kind: "wrong", why: "must be a size from 7MB on, such as 512MB or 4GB" };
}).meta({ title: "size", pattern: String.raw`^\d{1,6}(\.\d{1,3})? ?[MG]i?B$` });
const memory = oneOf<number>((value) => (typeof value === "number" ? bytes : size), [size, bytes]);

const mountText = meaning(mount).meta({ pattern: "^[^:]+:[^:]+(:(ro|rw))?$" });
const mountForm = oneOf<Mount>(() => mountText, [mountText], { print: printedMount });
const portText = meaning(publishedPort).meta({
  pattern: String.raw`^(((127\.0\.0\.1|localhost):)?\d*:)?\d+(/(tcp|udp))?$`,
});
const portForm = oneOf<PublishedPort>(() => portText, [portText], { print: printedPort });

const section = strict(
  {
    image: image.optional().meta({
      description: "The image: a name that the engine knows, or of a registry.",
      otherwise: "the image of the environment; without one, level `container` is refused",
      examples: ["docker.io/library/node:22"],
    }),
    pull: z
      .enum(pullPolicies)
      .optional()
      .meta({
        description:
          "When the registry is asked for the image: `missing` where this machine has none, `always` at the start of each job, `never`.",
        default: "missing",
        examples: ["always"],
      }),
    network: z
      .enum(containerNetworks)
      .optional()
      .meta({
        description:
          "`own`: a network of the engine's, with a way out. `none`: no network. `host`: the network of this machine, with all that listens on its loopback.",
        default: "own",
        examples: ["none"],
      }),
    memory: memory
      .optional()
      .meta({ description: "Most memory of each program.", otherwise: "no limit", examples: ["4GB"] }),
    cpus: z
      .number()
      .min(0.01)
      .max(1_024)
      .optional()
      .meta({ description: "Most processors of each program.", otherwise: "no limit", examples: [2, 1.5] }),
    pids: z
      .int()
      .min(8)
      .max(4_194_304)
      .optional()
      .meta({ description: "Most processes of each program.", default: usualPids, examples: [512] }),
    mounts: z
      .array(mountForm)
      .max(100)
      .optional()
      .meta({
        description:
          "More folders of this machine that programs see: `FROM:TO`, read-only, or `FROM:TO:rw`. An engine's socket is refused.",
        otherwise: "none",
        examples: [["~/.cache/pip:/var/cache/pip:rw"]],
      }),
    ports: z
      .array(portForm)
      .max(100)
      .optional()
      .meta({
        description:
          "Ports inside that this machine reaches on 127.0.0.1: `INSIDE`, `HOST:INSIDE`, with `/udp` where it is not TCP.",
        otherwise: "none",
        examples: [["8080", "3000:3000"]],
      }),
  },
  {
    cpu: "here it is cpus",
    pids_limit: "here it is pids",
    env: "variables of programs are prepare.environment",
    volumes: "here it is mounts",
    privileged: "programs never get more rights than yours",
  },
);

export const containerKeys = { ...section.shape, ports: z.array(portForm).max(100) };
export type WrittenContainer = z.infer<typeof section>;

const bare = image.transform((name): WrittenContainer => ({ image: name }));

/** The section, or the image alone. */
export const container: z.ZodType<WrittenContainer> = oneOf<WrittenContainer>(
  (value) => (typeof value === "string" ? bare : section),
  [image, section],
  shortForm("image"),
);
