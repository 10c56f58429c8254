import { accountKeys } from "./keys/accounts.ts";
import { cleanupKeys } from "./keys/cleanup.ts";
import { conductorKeys } from "./keys/conductor.ts";
import { fleetKeys } from "./keys/fleet.ts";
import type { KeyEntry } from "./keys/entry.ts";
import { workKeys } from "./keys/work.ts";
import type { Value } from "./kinds.ts";

export const keys = { ...workKeys, ...conductorKeys, ...accountKeys, ...cleanupKeys, ...fleetKeys };

export type Key = keyof typeof keys;

/** Every key's value: durations in milliseconds, sizes in bytes. */
export type Settings = { readonly [K in Key]: (typeof keys)[K]["default"] };

export const keyNames = Object.keys(keys) as readonly Key[];

export function isKey(name: string): name is Key {
  return Object.hasOwn(keys, name);
}

/** The same, for code that goes over all keys and needs no types of values. */
export function entryOf(key: Key): KeyEntry<Value> {
  return keys[key] as unknown as KeyEntry<Value>;
}
