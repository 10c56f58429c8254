/** How each key of a map is written, in the order in which they are. What gives `undefined` is left out. */
export type Table<T> = { readonly [Key in keyof T]-?: (value: Exclude<T[Key], undefined>) => unknown };

/** The type makes a new key of the schema a fault here until somebody says how it is written. */
export function inOrder<T extends object>(value: T, table: Table<T>): Readonly<Record<string, unknown>> {
  const written: Record<string, unknown> = {};
  for (const key of Object.keys(table) as (keyof T & string)[]) {
    const held = value[key];
    const text = held === undefined ? undefined : table[key](held as Exclude<T[typeof key], undefined>);
    if (text !== undefined) written[key] = text;
  }
  return written;
}

export function same<T>(value: T): T {
  return value;
}

/** Left out when it is what the schema fills in anyway. */
export function unless(usual: unknown): (value: unknown) => unknown {
  return (value) => (value === usual ? undefined : value);
}

export function unlessEmpty<T, Written>(item: (value: T) => Written): (list: readonly T[]) => Written[] | undefined {
  return (list) => (list.length === 0 ? undefined : list.map(item));
}

/** One text stands for itself, without its list. */
export function oneOrMore(texts: readonly string[]): string | string[] {
  const [only] = texts;
  return only !== undefined && texts.length === 1 ? only : [...texts];
}
