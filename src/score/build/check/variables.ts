import { builtInNames } from "../../resolve/scene.ts";
import type { Report } from "../../source/report.ts";

/** A variable of the score's own goes before one that every template has, which is seldom meant. */
export function checkVariables(variables: ReadonlyMap<string, unknown>, report: Report): void {
  for (const name of variables.keys()) {
    if (builtInNames.has(name))
      report.key("V208", ["variables", name], "hides the variable of the same name that every template has");
  }
}
