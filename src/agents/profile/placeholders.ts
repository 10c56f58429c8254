/** Placeholders that every run fills. */
const always = ["prompt_file", "context", "home"] as const;

/** Optional ones, in groups that are omitted without them. */
type SomeName = "model" | "session" | "budget" | "prompt";

/** Groups; those without a place come last, in this order. */
export const groups = ["model_args", "session_args", "budget_args", "args", "prompt_args"] as const;

export type ValueName = (typeof always)[number] | SomeName;
export type GroupName = (typeof groups)[number];
export type Values = Readonly<Record<(typeof always)[number], string>> & Readonly<Partial<Record<ValueName, string>>>;
export type Groups = Readonly<Record<GroupName, readonly string[]>>;

export function allowedWith(...more: readonly (SomeName | GroupName)[]): readonly string[] {
  return [...always, ...more];
}

/** Of an argument that is only a placeholder. */
export function placeholderIn(argument: string): string | undefined {
  return /^\{(\w+)\}$/.exec(argument)?.[1];
}

/** Inserted values are not expanded again: a prompt may contain placeholders. */
export function filled(args: readonly string[], values: Values, placed: Partial<Groups> = {}): readonly string[] {
  return args.flatMap((argument) => {
    const name = placeholderIn(argument);
    if (name === undefined) return [argument];
    const group = placed[name as GroupName];
    return group ?? [values[name as ValueName] ?? argument];
  });
}
