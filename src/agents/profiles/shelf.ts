import type { Profile } from "./profile.ts";

export const origins = ["built-in", "user", "project"] as const;

/** A later one replaces an earlier one of its name. */
export type Origin = (typeof origins)[number];

export interface ShelfEntry {
  readonly profile: Profile;
  readonly origin: Origin;
  readonly path: string;
}

export interface ProfileShelf {
  /** By name or alias. */
  find(name: string): Profile | undefined;
  /** Sorted by name. */
  all(): readonly ShelfEntry[];
  names(): readonly string[];
}

/** The last entry of each name counts. */
export function shelfOf(entries: readonly ShelfEntry[]): ProfileShelf {
  const byName = new Map(entries.map((entry) => [entry.profile.name, entry]));
  const all = [...byName.values()].toSorted((one, other) => (one.profile.name < other.profile.name ? -1 : 1));
  // Names before aliases, aliases of the project before built-in ones.
  const later = all.toSorted((one, other) => origins.indexOf(one.origin) - origins.indexOf(other.origin));
  const byAlias = new Map(later.flatMap((entry) => entry.profile.aliases.map((alias) => [alias, entry] as const)));
  return {
    find: (name) => (byName.get(name) ?? byAlias.get(name))?.profile,
    all: () => all,
    names: () => all.map(({ profile }) => profile.name),
  };
}
