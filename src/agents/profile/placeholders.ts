/** What an argument in braces stands for: a value that every run has, … */
const always = ["prompt_file", "context", "home"] as const;

/** … one that only some have, which is why it stands in a group that is left out without it, … */
type SomeName = "model" | "session" | "budget" | "prompt";

/** … or the place of such a group. One that is not placed comes behind the others, in this order. */
export const groups = ["model_args", "session_args", "budget_args", "args", "prompt_args"] as const;

export type ValueName = (typeof always)[number] | SomeName;
export type GroupName = (typeof groups)[number];
export type Values = Readonly<Record<(typeof always)[number], string>> & Readonly<Partial<Record<ValueName, string>>>;
export type Groups = Readonly<Record<GroupName, readonly string[]>>;

/** What the arguments of a list may stand for, beside what every run has. */
export function allowedWith(...more: readonly (SomeName | GroupName)[]): readonly string[] {
  return [...always, ...more];
}

/** The name in an argument that is nothing but a name in braces. */
export function placeholderIn(argument: string): string | undefined {
  return /^\{(\w+)\}$/.exec(argument)?.[1];
}

/**
 * The arguments with all that they stand for. What is put in is not looked into again: a prompt or a score may hold
 * such a name too.
 */
export function filled(args: readonly string[], values: Values, placed: Partial<Groups> = {}): readonly string[] {
  return args.flatMap((argument) => {
    const name = placeholderIn(argument);
    if (name === undefined) return [argument];
    const group = placed[name as GroupName];
    return group ?? [values[name as ValueName] ?? argument];
  });
}
