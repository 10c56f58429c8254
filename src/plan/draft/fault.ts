/** One thing that is wrong with a plan. Programs match on the code. */
export interface Fault {
  readonly code: FaultCode;
  /** The task, or the place in the data; empty: all of it. */
  readonly where: string;
  readonly why: string;
}

export type FaultCode =
  /** No JSON. */
  | "data"
  /** JSON of another shape. */
  | "shape"
  | "size"
  | "double_id"
  | "unknown_task"
  | "cycle"
  | "unknown_requirement"
  | "uncovered"
  /** It serves no requirement, not even through a task that needs it. */
  | "aimless"
  | "bad_path"
  | "missing_file"
  | "not_new"
  | "made_twice";

export function faultLine({ where, why }: Fault): string {
  return where === "" ? `the plan ${why}` : `${where}: ${why}`;
}
