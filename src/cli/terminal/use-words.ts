import type { MachineUse } from "../../base/home/machine-use.ts";
import { duration, plural, sizeText } from "../../base/text.ts";

/** As the end of a sentence: it is looked at from time to time, so it is at least so much. */
export function useWords({ cpuMs, peakBytes, processes }: MachineUse): string {
  return `at least ${duration(cpuMs)} of processor time, ${sizeText(peakBytes)} of memory and ${plural(processes, "process", "processes")} at once`;
}
