import type { Step } from "./steps.ts";

/** Programs get shared memory of their own here. */
export const sharedMemory = "/dev/shm";

/** One mount, in the order in which they are made. `from` is a path of the machine as it was before the first. */
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
  | { readonly kind: "memory"; readonly to: string }
  /** The place of a later mount, in memory. */
  | { readonly kind: "point"; readonly to: string; readonly isFile: boolean };

/** `isRoot`: of the machine, not of a namespace of users. */
export function mountSteps(rows: readonly MountRow[], isRoot: boolean): readonly Step[] {
  return [...rows.flatMap(sourcesOf), ...rows.map((row) => stepOf(row, isRoot))];
}

function sourcesOf(row: MountRow): readonly Step[] {
  if (row.kind === "bind") return [["tree", row.from]];
  return row.kind === "layer" ? [row.from, row.upper, row.work].map((path) => ["folder", path] as const) : [];
}

function stepOf(row: MountRow, isRoot: boolean): Step {
  switch (row.kind) {
    case "bind":
      return ["bind", row.from, row.to, row.isReadOnly ? "ro" : "rw"];
    case "memory":
      return ["memory", row.to, "mode=1777"];
    case "point":
      return ["point", row.to, row.isFile ? "file" : "folder"];
    case "layer":
      return ["layer", row.from, row.to, row.upper, row.work, isRoot ? "redirect_dir=on" : "userxattr"];
  }
}
