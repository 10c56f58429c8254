import type { ToolHome } from "../findings/tool.ts";
import type { Located } from "./projects/locate.ts";
import { type RelatedRequest, argumentsOf } from "./related/request.ts";
import { ownProgram } from "./programs.ts";

/** The tests of a project, or why they can't run. */
export type DetectedTests =
  | {
      readonly kind: "usable";
      readonly name: string;
      readonly command: readonly [string, ...string[]];
      /** Runs the tests that `$TUTTI_CHANGED` affects; `null`: not possible. */
      readonly quick: readonly [string, ...string[]] | null;
      readonly because: string;
    }
  | {
      readonly kind: "unusable";
      readonly name: string;
      readonly because: string;
      readonly why: string;
      readonly hint: string;
    };

export interface TestSign {
  readonly because: string;
  /** It says how tests run. A weak sign yields to firm ones below it. */
  readonly isFirm: boolean;
}

export type LocateProgram = (name: string, home: ToolHome) => Promise<Located>;

export function unusable(
  name: string,
  because: string,
  { why, hint }: Extract<Located, { readonly kind: "missing" }>,
): DetectedTests {
  return { kind: "unusable", name, because, why, hint };
}

/** Tutti's own program, which starts the runner. */
export function quickCommand(request: RelatedRequest): readonly [string, ...string[]] {
  return [process.execPath, ownProgram("related"), ...argumentsOf(request)];
}
