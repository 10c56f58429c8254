import type { Chance } from "../seed.ts";
import type { Ground } from "./ground.ts";

/**
 * What `tutti verify` has to say of a forgery. `doubted`: something does not hold. `undone`, `said`: the change was
 * taken out, without a word or with one. `missing`: recorded, and not there. `unproven`: it can't be proven here.
 * `absent`: proven by the record, not by the capture. `ignored`: Tutti's git does not see it. `refused`: the history
 * can't be read. `undetectable`: it passes for proven.
 */
export type Said =
  | "doubted"
  | "undone"
  | "said"
  | "missing"
  | "unproven"
  | "absent"
  | "ignored"
  | "refused"
  | "undetectable";

export interface Forgery {
  readonly name: string;
  /** For the table: what is done. */
  readonly title: string;
  readonly said: Said;
  /** For the table: what tells, or why nothing does. */
  readonly by: string;
  /** More for the command line of verify. */
  readonly args?: readonly string[];
  forge(ground: Ground, chance: Chance): Promise<Forged> | Forged;
}

export interface Forged {
  /** Sheets that verify has to name; all others must be as they were. */
  readonly sheets: readonly string[];
  /** Jobs whose ends verify has to name, with what is said of the forgery; all others must be proven. */
  readonly ends?: readonly string[];
  /** Another repository to look at, and whether with a home of its own. */
  readonly clone?: string;
  /** What is not as it should be besides. */
  readonly wrong?: readonly string[];
}
