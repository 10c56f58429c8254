import { createHash } from "node:crypto";
import type { Plan, SheetPlan } from "../../src/score/plan/plan.ts";
import { makeResolver } from "../../src/score/resolve/resolver.ts";
import { emptyScene } from "../../src/score/resolve/scene.ts";

/** What the original loader makes of one score, with the workspace /ws and nothing from earlier sheets. */
export interface Golden {
  readonly total_sheets: number;
  readonly total_stages: number;
  readonly n_validations: number;
  /** Sheet → those it depends on; empty where none are declared. */
  readonly deps: Readonly<Record<string, readonly number[]>>;
  readonly sheets: Readonly<Record<string, GoldenSheet>>;
}

interface GoldenSheet {
  readonly stage: number;
  readonly instance: number;
  readonly fan: number;
  readonly items: readonly [number, number];
  /** Characters of the rendered prompt, and the first 16 digits of its SHA-256. */
  readonly len: number;
  readonly sha16: string;
  /** Places of the validations that apply. */
  readonly validations: readonly number[];
}

/** Every difference between a plan and what the original makes of the same score, as a sentence. */
export function differences(plan: Plan, golden: Golden): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown): void => {
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      found.push(`${what}: ${JSON.stringify(ours)}, expected ${JSON.stringify(theirs)}`);
  };
  compare("sheets", plan.sheets.length, golden.total_sheets);
  compare("stages", plan.sheets[0]?.numbers.total_stages, golden.total_stages);
  compare("validations", plan.rules.length, golden.n_validations);
  const resolver = makeResolver(plan);
  const numbers = new Map(plan.sheets.map(({ id, numbers: { sheet_num } }) => [id, sheet_num]));
  for (const sheet of plan.sheets) {
    const number = sheet.numbers.sheet_num;
    const theirs = golden.sheets[number];
    if (theirs === undefined) continue;
    const { stage, instance, fan_count, start_item, end_item } = sheet.numbers;
    const prompt = resolver.prompt(sheet, emptyScene("/ws", "/worktree"));
    const text = prompt.kind === "text" ? prompt.text : `(${prompt.why})`;
    compare(
      `sheet ${String(number)}, place`,
      [stage, instance, fan_count],
      [theirs.stage, theirs.instance, theirs.fan],
    );
    compare(`sheet ${String(number)}, items`, [start_item, end_item], theirs.items);
    compare(`sheet ${String(number)}, prompt`, [Array.from(text).length, sha16(text)], [theirs.len, theirs.sha16]);
    compare(`sheet ${String(number)}, validations`, sheet.validations, theirs.validations);
    compare(
      `sheet ${String(number)}, dependencies`,
      sorted(sheet.after.map((id) => numbers.get(id) ?? 0)),
      sorted(expectedLinks(plan, golden, sheet)),
    );
  }
  return found;
}

/**
 * Where no dependency is declared, the original plays sheets one after another unless it may play several at once; a
 * plan says that by links.
 */
function expectedLinks(plan: Plan, golden: Golden, { numbers: { sheet_num } }: SheetPlan): readonly number[] {
  if (Object.keys(golden.deps).length > 0) return golden.deps[sheet_num] ?? [];
  return plan.parallel > 1 || sheet_num === 1 ? [] : [sheet_num - 1];
}

function sorted(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((one, other) => one - other);
}

function sha16(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
