import type { ToolHome } from "../findings/tool.ts";
import type { Located } from "./projects/locate.ts";
import { type RelatedRequest, argumentsOf } from "./related/request.ts";
import { ownProgram } from "./programs.ts";

/** Tests that a project has, as a command; or why they can't be run. */
export type DetectedTests =
  | {
      readonly kind: "usable";
      readonly name: string;
      readonly command: readonly [string, ...string[]];
      /**
       * Runs those that a change affects; it takes the changed paths from `$TUTTI_CHANGED`. `null`: there is no such
       * way.
       */
      readonly quick: readonly [string, ...string[]] | null;
      /** For people: why the project is taken to have them. */
      readonly because: string;
    }
  | {
      readonly kind: "unusable";
      readonly name: string;
      readonly because: string;
      readonly why: string;
      readonly hint: string;
    };

/** The sign that a project has tests. */
export interface TestSign {
  /** For people. */
  readonly because: string;
  /** It says how they are run. What only says that there may be some gives way to what is said below it. */
  readonly isFirm: boolean;
}

/** Finds a program in the user's checkout or on PATH. */
export type LocateProgram = (name: string, home: ToolHome) => Promise<Located>;

export function unusable(
  name: string,
  because: string,
  { why, hint }: Extract<Located, { readonly kind: "missing" }>,
): DetectedTests {
  return { kind: "unusable", name, because, why, hint };
}

/** A program of our own, which reads what changed and starts the runner. */
export function quickCommand(request: RelatedRequest): readonly [string, ...string[]] {
  return [process.execPath, ownProgram("related"), ...argumentsOf(request)];
}
