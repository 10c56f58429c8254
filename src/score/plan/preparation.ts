import { firstFew, listOf } from "../../base/text.ts";

/** How contexts get what is installed in the checkout, as a user may choose it. */
export const preparationChoices = ["auto", "overlay", "reflink", "copy", "links", "off"] as const;

export type PreparationChoice = (typeof preparationChoices)[number];

/** How a context got what the checkout has and git does not. */
export interface Preparation {
  readonly parts: readonly PreparedPart[];
  /** The differences of programs there from the commit's demands: sentences with the reason. */
  readonly problems: readonly string[];
  readonly tookMs: number;
}

export interface PreparedPart {
  /** From the top of the checkout. */
  readonly path: string;
  readonly how: PreparedHow;
  /** The command that installed it for the context's lock file; absent: it is the checkout's. */
  readonly installedBy?: string;
}

/** Only links are shared with the checkout; all others are private. */
export type PreparedHow = "overlay" | "reflink" | "copy" | "links" | "checkout";

/** One line of facts, where there are any, and one for each problem. */
export function preparationLines({ parts, problems, tookMs }: Preparation): readonly string[] {
  const groups = Map.groupBy(parts, ({ how, installedBy = "" }) => `${wordsFor[how]}${installedWords(installedBy)}`);
  const done = [...groups].map(([words, some]) => `${namesOf(some)} ${words}`);
  const took = `${(tookMs / 1_000).toFixed(2)} s`;
  return [...(done.length === 0 ? [] : [`prepared ${[...done, took].join(", ")}`]), ...problems];
}

function namesOf(parts: readonly PreparedPart[]): string {
  const names = parts.map(({ path }) => path);
  return names.length > 6 ? firstFew(names) : listOf(names);
}

const wordsFor: Readonly<Record<PreparedHow, string>> = {
  overlay: "by overlay",
  reflink: "by reflink",
  copy: "by copy",
  links: "by links to the checkout",
  checkout: "from the objects of your repository",
};

function installedWords(command: string): string {
  return command === "" ? "" : ` (installed by ${command})`;
}
