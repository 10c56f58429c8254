import { duration, plural, sizeText } from "../text.ts";
import type { MachineUse } from "./machine-use.ts";

/** As the end of a sentence. It is looked at from time to time, and memory that processes share counts for each. */
export function useWords({ cpuMs, peakBytes, processes }: MachineUse): string {
  const several = plural(processes, "process", "processes");
  return `at least ${duration(cpuMs)} of processor time, about ${sizeText(peakBytes)} of memory and ${several} at once`;
}

/** For a row of figures. */
export function shortUse({ cpuMs, peakBytes, processes }: MachineUse): string {
  return `${duration(cpuMs)} cpu, ${sizeText(peakBytes)}, ${plural(processes, "process", "processes")}`;
}
