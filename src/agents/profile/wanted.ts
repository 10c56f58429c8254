import type { ProfileAgentPlan } from "../../score/plan/agent-plan.ts";

/** What a score wants of an agent beyond its profile. */
export type Wanted = Pick<ProfileAgentPlan, "model" | "args" | "env">;

/** Our own executables, and the Node that runs them. */
export interface Bridges {
  readonly node: string;
  readonly bridges: { readonly acp: string; readonly http: string };
}
