import type { MachineUse } from "../base/home/machine-use.ts";
import type { AgentEnd } from "./events/event.ts";
import type { Trouble } from "./trouble/trouble.ts";
import type { Usage } from "./cost/usage.ts";

/** How an agent's run went. */
export interface Performance {
  readonly end: AgentEnd;
  readonly trouble: Trouble | null;
  /** `null`: not known. `undefined`: it was not run. */
  readonly usage: Usage | null | undefined;
  /** The agent's last words. */
  readonly words: string | null;
  /** Something it started may still be at work in its context. */
  readonly outlived: boolean;
  /** Absent: not measured. */
  readonly use?: MachineUse;
}
