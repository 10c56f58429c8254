import type { HealingMode } from "../score/healing/codes.ts";

/** An option of the command line as data: its flag, its value, its line of help. */
export interface OptionRow {
  /** In commander's syntax. */
  readonly flag: string;
  readonly takes: Takes;
  readonly about: string;
  /** Where nothing is said. */
  readonly usual?: unknown;
  /** Names of options that can't be given beside it. */
  readonly conflicts?: readonly string[];
}

export type Takes =
  | "switch"
  | "text"
  | "texts"
  | "duration"
  | "money"
  /** A whole number, by default from 1. */
  | { readonly least?: number; readonly most: number }
  | { readonly oneOf: readonly string[] };

export type ValueOf<T> = T extends "switch"
  ? boolean
  : T extends "text"
    ? string
    : T extends "texts"
      ? readonly string[]
      : T extends { readonly oneOf: readonly (infer Word)[] }
        ? Word
        : number;

/** The value where nothing is said, for people; `null`: there is none to name. */
export function defaultWords({ usual, takes }: Pick<Partial<OptionRow>, "usual" | "takes">): string | null {
  return (typeof usual === "number" || typeof usual === "string") && takes !== undefined ? String(usual) : null;
}

/**
 * Options of the commands that make a job: `run`, `task` and `fix`. A command takes its rows from here, with the types
 * of their values.
 */
export const jobOptions = {
  agent: { flag: "--agent <name>", takes: "text", about: "agent (default: the setting agents.default)" },
  model: { flag: "--model <model>", takes: "text", about: "model of the agent" },
  fallback: { flag: "--fallback <agent>", takes: "texts", about: "agent that takes over if the first cannot" },
  noIsolation: {
    flag: "--no-isolation",
    takes: "switch",
    about: "work in the folder itself, without contexts; nothing lands",
    conflicts: ["isolation", "per"],
  },
  review: {
    flag: "--review",
    takes: "switch",
    about: "have another agent review each result before it lands, and send back what it does not approve of",
  },
  reviewer: {
    flag: "--reviewer <agent>",
    takes: "text",
    about: "agent that reviews (default: one that did not do the work); implies --review",
  },
  approve: { flag: "--approve", takes: "switch", about: "land nothing before tutti approve" },
  pr: { flag: "--pr", takes: "switch", about: "open a pull request for each sheet instead of landing it" },
  draft: { flag: "--draft", takes: "switch", about: "open draft pull requests instead of landing" },
  target: { flag: "--target <branch>", takes: "text", about: "branch to land on (default: the one checked out)" },
  parallel: { flag: "-j, --parallel <n>", takes: { most: 1000 }, about: "run up to this many sheets at once" },
  priority: {
    flag: "--priority <n>",
    takes: { least: -5, most: 5 },
    about: "share of the machine compared with other jobs, from -5 to 5; each step doubles it",
  },
  maxCost: { flag: "--max-cost <usd>", takes: "money", about: "cost limit of the whole job in US dollars" },
  timeout: { flag: "--timeout <duration>", takes: "duration", about: "time limit per sheet, such as 90s, 20m or 2h" },
  repo: {
    flag: "--repo <repository>",
    takes: "text",
    about: "folder, or address of a remote to work on and push to (default: the current folder)",
  },
  env: { flag: "--env <environment>", takes: "text", about: "environment to work in: see tutti env" },
  force: {
    flag: "--force",
    takes: "switch",
    about: "start agents without trying validations, agents and remote first, or although they do not work",
  },
  selfHealing: {
    flag: "--self-healing",
    takes: "switch",
    about: "use remedies for faults that Tutti recognises; with --yes, suggested ones too (docs/healing.md)",
  },
  detach: { flag: "--detach", takes: "switch", about: "return as soon as the conductor has accepted the work" },
  noStart: { flag: "--no-start", takes: "switch", about: "fail if no conductor is running, instead of starting one" },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** Which remedies a person allows by these options. */
export function healingFrom({ selfHealing, yes }: { readonly selfHealing?: boolean; readonly yes?: boolean }): {
  readonly healing?: HealingMode;
} {
  return selfHealing === true ? { healing: yes === true ? "all" : "automatic" } : {};
}

/** The values of some of them, as a command receives them. */
export type JobOptions<Name extends keyof typeof jobOptions> = {
  readonly [Key in Name]?: ValueOf<(typeof jobOptions)[Key]["takes"]>;
};
