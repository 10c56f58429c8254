import type { Diagnosis } from "../../../api/contract/answers.ts";

/** One thing that holds a job up, and what helps. */
export type Finding = Diagnosis["findings"][number];
