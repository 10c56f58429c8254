/** Where the programs of a context run at level `container`. */
export interface ContainerPlan {
  /** A name that the engine knows, or a registry. */
  readonly image: string;
  /** When the registry is asked: for each job, where this machine has no such image, or never. */
  readonly pull: PullPolicy;
  readonly network: ContainerNetwork;
  readonly memoryBytes: number | null;
  readonly cpus: number | null;
  readonly pids: number;
  readonly mounts: readonly Mount[];
  readonly ports: readonly PublishedPort[];
}

export const pullPolicies = ["missing", "always", "never"] as const;
export type PullPolicy = (typeof pullPolicies)[number];

/** `own`: a network of the engine's, with a way out. `host`: that of this machine, with its loopback. */
export const containerNetworks = ["own", "none", "host"] as const;
export type ContainerNetwork = (typeof containerNetworks)[number];

/** More than a coding agent with its tools needs, and few enough to stop a fork bomb. */
export const usualPids = 2_048;

export interface Mount {
  /** Absolute, or below `~`. */
  readonly from: string;
  readonly to: string;
  readonly isReadOnly: boolean;
}

export interface PublishedPort {
  /** `null`: any that is free. */
  readonly host: number | null;
  readonly inside: number;
  readonly protocol: "tcp" | "udp";
}
