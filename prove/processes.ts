import type { Containment } from "../src/process/tree/containment.ts";
import { containmentsHere } from "./contained.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { endConductors } from "./processes/conductor.ts";
import { type Fate, directEnds, endDirectly } from "./processes/direct.ts";
import { wild, zoo } from "./processes/zoo.ts";

/**
 * Nothing that an agent started outlives it, its time, its job or its conductor, where the system has a way to hold it.
 */
export const processes: Part = {
  name: "processes",
  summary:
    "programs that try to get away × time-out, cancel, shutdown, conductor killed, in each containment that works here",
  defaultCount: 3,
  run: proveProcesses,
};

/** The count is of rounds through the whole zoo. */
async function proveProcesses({ count, seed, say }: PartOrder): Promise<PartResult> {
  const containments = await containmentsHere();
  const fates: Fate[] = [];
  for (let round = 1; round <= count; round++) {
    for (const containment of containments)
      fates.push(...(await directly(containment)), ...(await byConductors(containment)));
    say(`round ${round} of ${count}`);
  }
  for (const line of table(fates)) say(line);
  const wrong = fates.filter((fate) => fate.fault !== "" || (fate.survivors > 0 && !mayEscape(fate)));
  const held = fates.filter(({ containment }) => containment !== "group");
  return {
    tried: fates.length,
    failures: wrong.map((fate) => ({
      seed,
      what: `${fate.animal}, ${fate.end}, ${fate.containment}: ${fate.fault === "" ? `${fate.survivors} survived` : fate.fault}`,
    })),
    figures: {
      "survivors in a namespace":
        held.length === 0 ? "no namespace here" : held.reduce((sum, { survivors }) => sum + survivors, 0),
      "survivors in a group": fates
        .filter(({ containment }) => containment === "group")
        .reduce((sum, { survivors }) => sum + survivors, 0),
      "of kinds":
        [
          ...new Set(fates.filter(({ survivors }) => survivors > 0).map(({ animal, end }) => `${animal} (${end})`)),
        ].join("; ") || "none",
    },
  };
}

async function directly(containment: Containment): Promise<readonly Fate[]> {
  const cases = directEnds.flatMap((end) => zoo.map((animal) => ({ end, animal })));
  const fates: Fate[] = [];
  for (const { end, animal } of cases) fates.push(await endDirectly(animal, end, containment));
  return fates;
}

async function byConductors({ kind }: Containment): Promise<readonly Fate[]> {
  const fates: Fate[] = [];
  for (const how of ["stop", "stop --now", "kill"] as const) fates.push(...(await endConductors(how, kind)));
  return fates;
}

/**
 * What a process group can't do: end one that left both the group and the mark behind; and end anything when the
 * conductor is gone, before the next one looks.
 */
export function mayEscape({ animal, end, containment }: Fate): boolean {
  return containment === "group" && (wild.includes(animal) || end === "killed" || end === "shutdown at once");
}

function table(fates: readonly Fate[]): readonly string[] {
  const columns = [...new Set(fates.map(({ containment, end }) => `${containment}: ${end}`))];
  const cell = (animal: string, column: string): string => {
    const own = fates.filter((fate) => fate.animal === animal && `${fate.containment}: ${fate.end}` === column);
    return own.length === 0 ? "–" : String(own.reduce((sum, { survivors }) => sum + survivors, 0));
  };
  const rows = zoo.map(({ name }) => `| ${[name, ...columns.map((column) => cell(name, column))].join(" | ")} |`);
  return [`| survivors | ${columns.join(" | ")} |`, `|---|${columns.map(() => "---|").join("")}`, ...rows];
}
