import type { Chance } from "../seed.ts";

/** A program in which every name is unique, so that a lost or revived one is found by looking for it. */
export interface Program {
  readonly functions: readonly Routine[];
}

export interface Routine {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly name: string;
  readonly inputs: readonly string[];
  /** A condition around it. */
  readonly within: string | null;
  /** Each input on a line of its own, as a formatter would. */
  readonly isSpread: boolean;
}

export function anyProgram(chance: Chance): Program {
  const functions = Array.from({ length: 1 + chance.whole(4) }, (_, at) => ({
    name: `fn${String(at)}`,
    parameters: Array.from({ length: chance.whole(4) }, (__, place) => `p${String(at)}_${String(place)}`),
    statements: Array.from({ length: 1 + chance.whole(5) }, (__, place) => ({
      name: `s${String(at)}_${String(place)}`,
      inputs: Array.from(
        { length: chance.whole(4) },
        (___, input) => `i${String(at)}_${String(place)}_${String(input)}`,
      ),
      within: null,
      isSpread: false,
    })),
  }));
  return { functions };
}

export function textOf({ functions }: Program): string {
  return functions.map(routineText).join("\n");
}

function routineText({ name, parameters, statements }: Routine): string {
  return `function ${name}(${parameters.join(", ")}) {\n${statements.map(statementText).join("")}}\n`;
}

function statementText({ name, inputs, within, isSpread }: Statement): string {
  const indent = within === null ? "  " : "    ";
  const list = isSpread
    ? `(\n${inputs.map((input) => `${indent}  ${input},\n`).join("")}${indent})`
    : `(${inputs.join(", ")})`;
  const call = `${indent}${name}${list};\n`;
  return within === null ? call : `  if (${within}) {\n${call}  }\n`;
}
