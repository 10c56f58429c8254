import type { AvailableCommand } from "@agentclientprotocol/sdk";

/** What a person may type instead of a prompt. */
export const commands = {
  run: ["run a score of this repository", "score.yaml"],
  status: ["show the job and its sheets", null],
  explain: ["say why the job is where it is, and what to do", null],
  approve: ["let results land that wait for your word", "sheet (default: all)"],
  tell: ["give the agent of a sheet one more instruction", "sheet instruction"],
  retry: ["try failed sheets again", null],
  resume: ["go on with the job", null],
  pause: ["let running sheets finish and start no new ones", null],
  cancel: ["end the job; landed work stays, the rest is kept", null],
  new: ["forget the job of this session: the next message starts another", null],
} as const satisfies Readonly<Record<string, readonly [string, string | null]>>;

export type CommandName = keyof typeof commands;

/** What a person wrote: a command of Tutti's, or words for agents. */
export type Written =
  | { readonly kind: "command"; readonly name: CommandName; readonly rest: string }
  | { readonly kind: "words"; readonly text: string };

export function readWritten(text: string): Written {
  const [, name = "", rest = ""] = /^\/(\w+)\s*([\s\S]*)$/.exec(text.trim()) ?? [];
  return isCommand(name) ? { kind: "command", name, rest: rest.trim() } : { kind: "words", text };
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

export function availableCommands(): AvailableCommand[] {
  return Object.entries(commands).map(([name, [description, hint]]) => ({
    name,
    description,
    ...(hint === null ? {} : { input: { hint } }),
  }));
}
