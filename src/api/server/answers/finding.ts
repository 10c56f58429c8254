import type { Diagnosis } from "../../results.ts";

/** One thing that holds a job up, and what helps. */
export type Finding = Diagnosis["findings"][number];
