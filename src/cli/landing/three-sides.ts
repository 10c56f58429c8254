import type { ConflictView } from "../../api/contract/landing/review.ts";
import { plural, visible } from "../../base/text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The names of the sides: the target's is red, the result's is green. */
export interface SideNames {
  readonly ours: string;
  readonly theirs: string;
}

/** Places that a result and its target changed in different ways, as all three sides have them; `most`: no more. */
export function conflictLines(terminal: Terminal, { conflicts, names, most = Infinity }: Shown): readonly string[] {
  const side = (name: string, lines: readonly string[], paint: (text: string) => string): readonly string[] => [
    terminal.dim(`  ${name}`),
    ...(lines.length === 0 ? [terminal.dim("    (nothing)")] : lines.map((line) => paint(`    ${visible(line)}`))),
  ];
  const all = conflicts.flatMap(({ path, regions }) => regions.map((region) => ({ path, region })));
  const left = all.length - most;
  return [
    ...all
      .slice(0, most)
      .flatMap(({ path, region: { line, base, ours, theirs } }) => [
        terminal.yellow(`! changed on both sides: ${visible(path)}:${line}`),
        ...side("base", base, terminal.dim),
        ...side(visible(names.ours), ours, terminal.red),
        ...side(visible(names.theirs), theirs, terminal.green),
      ]),
    ...(left > 0 ? [terminal.dim(`[${plural(left, "more place")}: --json shows all]`)] : []),
  ];
}

interface Shown {
  readonly conflicts: readonly ConflictView[];
  readonly names: SideNames;
  readonly most?: number;
}
