import { entryOf, type Key, keyNames, type Settings } from "./keys.ts";

/** What a reload means: keys that apply at once, and keys that wait for a restart. */
export interface Changed {
  readonly changed: readonly Key[];
  readonly needRestart: readonly Key[];
}

export function changedKeys(before: Settings, after: Settings): Changed {
  const differing = keyNames.filter((key) => before[key] !== after[key]);
  return {
    changed: differing.filter((key) => entryOf(key).applies === "reload"),
    needRestart: differing.filter((key) => entryOf(key).applies === "restart"),
  };
}
