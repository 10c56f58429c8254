import type { Profile } from "./profile.ts";

export const origins = ["built-in", "user", "project"] as const;

/** Who wrote a profile. A later one takes the place of an earlier one of its name. */
export type Origin = (typeof origins)[number];

export interface ShelfEntry {
  readonly profile: Profile;
  readonly origin: Origin;
  readonly path: string;
}

/** All profiles that there are for one project. */
export interface ProfileShelf {
  /** By its name or one of its aliases. */
  find(name: string): Profile | undefined;
  /** In the order of their names. */
  all(): readonly ShelfEntry[];
  /** Those that count, without aliases. */
  names(): readonly string[];
}

/** Of each name the last entry counts. */
export function shelfOf(entries: readonly ShelfEntry[]): ProfileShelf {
  const byName = new Map(entries.map((entry) => [entry.profile.name, entry]));
  const all = [...byName.values()].toSorted((one, other) => (one.profile.name < other.profile.name ? -1 : 1));
  // A name goes before an alias, and an alias of the project before one that is built in.
  const later = all.toSorted((one, other) => origins.indexOf(one.origin) - origins.indexOf(other.origin));
  const byAlias = new Map(later.flatMap((entry) => entry.profile.aliases.map((alias) => [alias, entry] as const)));
  return {
    find: (name) => (byName.get(name) ?? byAlias.get(name))?.profile,
    all: () => all,
    names: () => all.map(({ profile }) => profile.name),
  };
}
