/** A lower bound of a program's use of the machine, from looks at its processes from time to time. */
export interface MachineUse {
  readonly cpuMs: number;
  /** Of all of its processes together, at one moment. */
  readonly peakBytes: number;
  /** At one moment. */
  readonly processes: number;
}
