/** The workers of a conductor, and what they play. */
export interface FleetView {
  readonly leaseMs: number;
  readonly workers: readonly FleetWorkerView[];
  /** Sheets that play on a worker, or wait for one; the oldest first. */
  readonly claims: readonly FleetClaimView[];
}

export interface FleetWorkerView {
  readonly name: string;
  /** `cordoned`: it takes nothing more. `draining`: it ends, too, what it plays. */
  readonly state: "active" | "cordoned" | "draining";
  /** Whether it was heard within the lease. */
  readonly isThere: boolean;
  /** `null`: it never joined. */
  readonly silentMs: number | null;
  readonly labels: readonly string[];
  readonly slots: number;
  readonly busy: number;
  readonly version: string | null;
}

export interface FleetClaimView {
  readonly job: string;
  readonly sheet: string;
  readonly attempt: number;
  readonly epoch: number;
  /** `null`: no worker has taken it yet. */
  readonly worker: string | null;
  readonly labels: readonly string[];
}

/** The actions of people on a fleet. */
export interface FleetDesk {
  status(): Promise<FleetView>;
  /** Gives the token of a new worker; it is not kept anywhere. */
  add(name: string): Promise<string>;
  /** `false`: there is no worker of that name. */
  set(name: string, state: FleetWorkerView["state"]): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}
