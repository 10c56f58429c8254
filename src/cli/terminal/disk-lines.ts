import type { DiskTrouble } from "../../base/home/disk-trouble.ts";
import type { Terminal } from "./terminal.ts";
import { prose } from "./prose.ts";

/** What a disk with too little room leads to, and what to do about it. */
export function diskLines(terminal: Terminal, disk: DiskTrouble | null): readonly string[] {
  return disk === null ? [] : [`  ${terminal.yellow(prose(disk.what))}`, `    ${prose(disk.next)}`];
}
