import type { Kit } from "../../test/kit/kit.ts";
import type { PlayHow, Played } from "../../test/kit/perform.ts";

/** Something that went wrong elsewhere, played here. */
export interface Incident {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Which of the orders it can come in; the first is 0. */
  readonly ways: number;
  /** Plays it, and tells what is not as it should be in the end. */
  play(kit: Kit, way: number): Promise<Outcome>;
}

export interface Outcome {
  /** `null` where nothing was played through the product's own door. */
  readonly played: Played | null;
  /** What became of it, in a few words, for the table. */
  readonly ended: string;
  readonly wrong: readonly string[];
}

/** Says what is not as it should be. */
export function expecting(): {
  readonly wrong: readonly string[];
  readonly is: (what: string, found: unknown, wanted: unknown) => void;
} {
  const wrong: string[] = [];
  return {
    wrong,
    is: (what, found, wanted) => {
      const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
      if (one !== other) wrong.push(`${what} is ${one}, and should be ${other}`);
    },
  };
}

export function endOf({ states }: Played): string {
  return Object.entries(states)
    .map(([sheet, state]) => `${sheet} ${state}`)
    .join(", ");
}

/** A word to one sheet when another has come so far. */
export function once(kit: Kit, sheet: string, kind: string): { readonly watch: NonNullable<PlayHow["watch"]> } {
  return {
    watch: (progress) => {
      if (progress.kind === "sheet" && progress.sheet === sheet && progress.event.kind === kind)
        kit.write("../home/go", "");
    },
  };
}

/** For the scripted agent: until then. */
export const untilThen = "wait-for ../../../../go";
