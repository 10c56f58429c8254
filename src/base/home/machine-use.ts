/** What the processes of a program took of the machine, by looks at it from time to time: at least so much. */
export interface MachineUse {
  readonly cpuMs: number;
  /** Of all of its processes together, at one moment. */
  readonly peakBytes: number;
  /** At one moment. */
  readonly processes: number;
}
