import type { Severity } from "../../findings/finding.ts";
import type { TestMode } from "../../score/plan/landing-plan.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";

/**
 * What the command line and a project's file may say by the same name; what one of them does not speak of is absent.
 */
export interface Said {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly severity?: Severity | undefined;
  readonly fallbacks?: readonly WrittenAgent[] | undefined;
  readonly parallel?: number | undefined;
  readonly group?: "file" | "code" | "directory" | undefined;
  readonly filesPerContext?: number | undefined;
  readonly maxFiles?: number | undefined;
  readonly maxFindings?: number | undefined;
  readonly maxPerSheet?: number | undefined;
  readonly autofix?: boolean | undefined;
  readonly partial?: boolean | undefined;
  readonly allowSilencers?: boolean | undefined;
  readonly tests?: TestMode | undefined;
  readonly attempts?: number | undefined;
  readonly continueOnError?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly target?: string | undefined;
}
