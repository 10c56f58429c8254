import { useEffect, useRef } from "react";

/** A key, or two after each other (`g n`), what it does, and for which part of the list of keys. */
export interface Key {
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

const known = new Set<readonly Key[]>();
const secondMs = 1_000;
let first: { readonly key: string; readonly at: number } | null = null;

/** All keys that work now, those of the page last. */
export function allKeys(): readonly Key[] {
  return [...known].flat();
}

export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const mine: Key[] = latest.current.map(({ keys: name, does }, index) => ({
      keys: name,
      does,
      run: () => latest.current[index]?.run(),
    }));
    known.add(mine);
    return () => void known.delete(mine);
    // The names stay the same as long as the component does.
  }, []);
}

export function hearKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const before = first !== null && Date.now() - first.at < secondMs ? first.key : null;
    const of = (name: string): Key | undefined => allKeys().findLast(({ keys }) => keys === name);
    const found = (before === null ? undefined : of(`${before} ${event.key}`)) ?? of(event.key);
    first = { key: event.key, at: Date.now() };
    if (found === undefined) return;
    first = null;
    event.preventDefault();
    found.run();
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}

/** Sliders and boxes to tick take no letters. */
const takesText = "input:not([type=range], [type=checkbox]), textarea, select, [contenteditable=true]";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(takesText);
}
