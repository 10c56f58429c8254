import type { Value } from "./values/value.ts";

/** The names a part of a template made itself, within those of what surrounds it. */
export interface Scope {
  readonly names: Map<string, Value>;
  readonly outer: Scope | null;
}

export function newScope(outer: Scope | null): Scope {
  return { names: new Map(), outer };
}

export function found(scope: Scope, name: string): Value | undefined {
  for (let within: Scope | null = scope; within !== null; within = within.outer) {
    const value = within.names.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
