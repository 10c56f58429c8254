/** Runs a command and keeps its outcome. */
export type Perform = (work: Promise<number>) => Promise<void>;
