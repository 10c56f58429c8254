/**
 * Where a table finds the files of the machine as they were: a folder that no table covers. The mount is gone before the
 * program starts, and memory of its own is seen in its place.
 */
export const stash = "/dev/shm";

/** The mounts that every table begins with. */
export const stashRows: readonly MountRow[] = [
  { kind: "memory", to: stash },
  { kind: "bind", from: "/", to: stash, isReadOnly: false },
];

/** One mount, in the order in which they are made. */
export type MountRow =
  | { readonly kind: "bind"; readonly from: string; readonly to: string; readonly isReadOnly: boolean }
  /** Changes to `to` land in `upper`; `from` stays as it is. */
  | {
      readonly kind: "layer";
      readonly from: string;
      readonly to: string;
      readonly upper: string;
      readonly work: string;
    }
  /** Shared memory of its own. */
  | { readonly kind: "memory"; readonly to: string };

/** As `mount --all --fstab` reads it. `null`: a name that the options of an overlay can't hold. */
export function mountTable(rows: readonly MountRow[], isRoot: boolean): string | null {
  const lines = rows.map((row) => lineOf(row, isRoot));
  return lines.includes(null) ? null : `${lines.join("\n")}\n`;
}

function lineOf(row: MountRow, isRoot: boolean): string | null {
  switch (row.kind) {
    case "bind":
      return fields(row.from, row.to, "none", row.isReadOnly ? "rbind,ro" : "rbind");
    case "memory":
      // A name that is not mounted there already: `mount --all` skips those.
      return fields("tutti-memory", row.to, "tmpfs", "mode=1777,nosuid,nodev");
    case "layer": {
      const folders = [row.from, row.upper, row.work];
      if (folders.some((folder) => /[,:\\"]/.test(folder))) return null;
      const [lower, upper, work] = folders;
      const how = isRoot ? "redirect_dir=on" : "userxattr";
      return fields("tutti-layer", row.to, "overlay", `lowerdir=${lower},upperdir=${upper},workdir=${work},${how}`);
    }
  }
}

/** What is mounted, where, its type and options. */
function fields(...words: readonly [string, string, string, string]): string {
  return words.map(escaped).join(" ").concat(" 0 0");
}

/** As fstab(5) says. */
function escaped(field: string): string {
  return field.replace(/[ \t\n\\#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
