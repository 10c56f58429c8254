import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { tempFolder } from "./folders.ts";
import { makeRepository } from "./repository.ts";

const program = fileURLToPath(new URL("speaking-agent.sh", import.meta.url));

/** Agents that do what their prompt says and report it, for one repository; see speaking-agent.sh. */
export interface Speakers {
  /** A repository with a profile for each of them. */
  readonly repository: string;
  /** For the engine: nothing of the machine's own profiles. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets agents go on that wait for this. */
  mark(name: string): void;
  /** Whether an agent has come to this. */
  isMarked(name: string): boolean;
  /** The input of an attempt. */
  prompt(sheet: string, attempt: number): string;
  args(sheet: string, attempt: number): readonly string[];
  variables(sheet: string, attempt: number): Readonly<Record<string, string>>;
}

/** `profiles`: name → what is special about each. */
export function makeSpeakers(profiles: Readonly<Record<string, object>> = { small: {} }): Speakers {
  const notes = tempFolder();
  const files = Object.entries(profiles).map(([name, more]) => [
    `.tutti/agents/${name}.yaml`,
    profileText(notes, more),
  ]);
  const at = (name: string): string => join(notes, name);
  const read = (sheet: string, attempt: number, what: string): string =>
    readFileSync(at(`${sheet}.${String(attempt)}.${what}`), "utf8");
  return {
    repository: makeRepository({ "a.txt": "a\n", ...(Object.fromEntries(files) as Record<string, string>) }).path,
    env: { XDG_CONFIG_HOME: tempFolder() },
    mark: (name) => {
      writeFileSync(at(name), "");
    },
    isMarked: (name) => existsSync(at(name)),
    prompt: (sheet, attempt) => read(sheet, attempt, "prompt"),
    args: (sheet, attempt) => read(sheet, attempt, "args").trim().split("\n"),
    variables: (sheet, attempt) => Object.fromEntries(read(sheet, attempt, "env").split("\n").map(variable)),
  };
}

function profileText(notes: string, { env = {}, ...more }: { readonly env?: object }): string {
  return stringify({
    kind: "cli",
    executable: "sh",
    args: [program],
    model_args: ["--model", "{model}"],
    session_args: ["--session", "{session}"],
    output: { format: "tutti" },
    env: { SPEAKING: notes, ...env },
    ...more,
  });
}

function variable(line: string): readonly [string, string] {
  const end = line.indexOf("=");
  return [line.slice(0, end), line.slice(end + 1)];
}
