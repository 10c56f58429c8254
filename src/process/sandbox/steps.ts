import { fileURLToPath } from "node:url";
import type { Argv } from "../tree/containment.ts";

/** The steps of `bin/confine.pl`, in this order, before it becomes the program. */
export type Step =
  /** Joins a control group. */
  | readonly ["group", string]
  | readonly ["namespaces", flags: number, user: number, group: number]
  | readonly ["memory", to: string, options: string]
  /** Opens what a `bind` shows, before anything covers it. */
  | readonly ["tree", string]
  /** The same for a folder of a `layer`. */
  | readonly ["folder", string]
  /** Makes the place of a mount in new memory. */
  | readonly ["point", to: string, kind: "file" | "folder"]
  | readonly ["bind", from: string, to: string, mode: "ro" | "rw"]
  /** Changes to `to` land in `upper`; `from` stays as it is. */
  | readonly ["layer", from: string, to: string, upper: string, work: string, options: string]
  /** Moves the value of a variable into a file. */
  | readonly ["secret", path: string, variable: string]
  /** Goes to where it was, as it is seen now. */
  | readonly ["enter"]
  | readonly ["loopback"]
  /** A mask of the rights that are kept, as two numbers of 32 bits. */
  | readonly ["rights", low: number, high: number]
  | readonly ["limit", resource: number, most: number]
  /** Each path after `r` or `w`. */
  | readonly ["files", "scopes", ...grants: readonly string[]]
  | readonly ["filter", string]
  | readonly ["variables", ...assignments: readonly string[]]
  | readonly ["close"];

const program = fileURLToPath(new URL("../../../bin/confine.pl", import.meta.url));

/** `perl`: the interpreter. */
export function confineBy(perl: string, steps: readonly Step[], argv: Argv): Argv {
  const calls = Object.entries(callNumbers()).map(([name, number]) => `${name}=${String(number)}`);
  const lines = [["calls", ...calls], ...steps].map((step) => step.map((word) => escaped(String(word))).join(" "));
  return [perl, program, lines.join("\n"), ...argv];
}

function escaped(word: string): string {
  return word.replace(
    /[% \t\n\v\f\r]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** `null`: the numbers of its system calls are not known here. */
export function processor(): "x64" | "arm64" | null {
  return process.arch === "x64" || process.arch === "arm64" ? process.arch : null;
}

/** Of the calls that the program makes. Those above 423 are the same everywhere. */
function callNumbers(): Readonly<Record<string, number>> {
  const both = {
    ...{ open_tree: 428, move_mount: 429, openat2: 437, mount_setattr: 442, close_range: 436 },
    ...{ landlock_create_ruleset: 444, landlock_add_rule: 445, landlock_restrict_self: 446 },
  };
  const own =
    process.arch === "arm64"
      ? { mount: 40, unshare: 97, prctl: 167, capget: 90, capset: 91, prlimit64: 261, seccomp: 277, close: 57 }
      : {
          ...{ mount: 165, unshare: 272, prctl: 157, capget: 125, capset: 126, prlimit64: 302 },
          ...{ seccomp: 317, close: 3 },
        };
  return { ...both, ...own };
}
