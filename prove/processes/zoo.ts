/** A way to escape from the process that starts a program. */
export interface Animal {
  readonly name: string;
  /** Starts what must not survive. LIVE stands for it. */
  readonly script: string;
}

/** Nothing but SIGKILL ends it. */
const deaf = "trap '' TERM INT HUP; ";

export const zoo: readonly Animal[] = [
  { name: "child", script: "LIVE &" },
  { name: "deaf to SIGTERM", script: "DEAF &" },
  { name: "nohup", script: "nohup LIVE >/dev/null 2>&1 &" },
  { name: "double fork", script: "(LIVE &)" },
  { name: "setsid", script: "setsid LIVE &" },
  { name: "setsid, deaf", script: "setsid DEAF &" },
  { name: "setsid, double fork", script: "(setsid LIVE &)" },
  { name: "daemon without pipes", script: "(setsid DEAF </dev/null >/dev/null 2>&1 &)" },
  { name: "other environment", script: 'env -i PATH="$PATH" LIVE </dev/null >/dev/null 2>&1 &' },
  { name: "daemon, other environment", script: '(setsid env -i PATH="$PATH" DEAF </dev/null >/dev/null 2>&1 &)' },
];

/**
 * Those that a process group can't hold: in a session of their own, and without the mark that Tutti put into their
 * environment.
 */
export const wild: readonly string[] = ["daemon, other environment"];

/**
 * An argv for the shell: starts the animal, waits until it lives, and stays. The tag is in the animal's own command
 * line.
 */
export function animalScript(animal: Animal, tag: string): string {
  const live = (before: string): string => `sh -c ${quoted(`${before}while :; do sleep 0.2; done`)} ${tag}`;
  // The program itself goes on as well, so that it has to be ended.
  return `${animal.script.replace("LIVE", live("")).replace("DEAF", live(deaf))}\nwhile :; do sleep 0.2; done`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
