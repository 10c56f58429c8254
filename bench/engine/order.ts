/**
 * What one process is asked for: so many jobs that do nothing, so many at once, and a folder of its own for what must
 * be durable.
 */
export interface Order {
  readonly count: number;
  readonly atOnce: number;
  readonly folder: string;
  /** How many hear of everything that happens, while it does; only Tutti's engine is asked for that. */
  readonly followers?: number;
  /** Over a PostgreSQL server, as durable as it is by default. */
  readonly isPostgres?: boolean;
}

/** What it measured of itself, from handing over the first until the last is known, durably, to be completed. */
export interface Worked {
  readonly ms: number;
  /** Completed ones: a process that did nothing would be quick. */
  readonly done: number;
  /** How it was set up, for the table. */
  readonly how: string;
}
