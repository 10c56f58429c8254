import type { Chance } from "../seed.ts";
import type { Program, Routine, Statement } from "./program.ts";

/** What one side does to a program; every name that it writes begins with its mark. */
export function edited(program: Program, chance: Chance, mark: string): Program {
  let next = program;
  const count = 1 + chance.whole(4);
  for (let at = 0; at < count; at += 1) next = change(next, chance, `${mark}${String(at)}`);
  return next;
}

type Edit = (routine: Routine, chance: Chance, name: string) => Routine;

const insertStatement: Edit = (routine, chance, name) => {
  const fresh: Statement = { name, inputs: [], within: null, isSpread: false };
  return { ...routine, statements: inserted(routine.statements, chance, fresh) };
};
const addParameter: Edit = (routine, chance, name) => ({
  ...routine,
  parameters: chance.whole(3) === 0 ? inserted(routine.parameters, chance, name) : [...routine.parameters, name],
});
const addInput: Edit = (routine, chance, name) =>
  atOne(routine, chance, (statement) => ({ ...statement, inputs: [...statement.inputs, name] }));
const removeInput: Edit = (routine, chance) =>
  atOne(routine, chance, (statement) => ({ ...statement, inputs: statement.inputs.slice(1) }));
const renameStatement: Edit = (routine, chance, name) =>
  atOne(routine, chance, (statement) => ({ ...statement, name }));
const wrap: Edit = (routine, chance, name) =>
  atOne(routine, chance, (statement) => ({ ...statement, within: statement.within ?? name }));
const spread: Edit = (routine, chance) =>
  atOne(routine, chance, (statement) => ({ ...statement, isSpread: statement.inputs.length > 0 }));
const removeStatement: Edit = (routine, chance) => {
  const at = chance.whole(routine.statements.length);
  return { ...routine, statements: routine.statements.filter((_, place) => place !== at) };
};

const edits = [
  ...([insertStatement, insertStatement, addParameter, addParameter, addInput, addInput] as const),
  ...([removeInput, renameStatement, wrap, spread, removeStatement] as const),
] as const;

function change(program: Program, chance: Chance, name: string): Program {
  const { functions } = program;
  if (chance.whole(6) === 0) {
    const routine: Routine = {
      name,
      parameters: [],
      statements: [{ name: `${name}_s`, inputs: [], within: null, isSpread: false }],
    };
    return { functions: inserted(functions, chance, routine) };
  }
  const at = chance.whole(functions.length);
  const edit = chance.pick(edits);
  return { functions: functions.map((routine, place) => (place === at ? edit(routine, chance, name) : routine)) };
}

function inserted<T>(list: readonly T[], chance: Chance, item: T): readonly T[] {
  return list.toSpliced(chance.whole(list.length + 1), 0, item);
}

function atOne(routine: Routine, chance: Chance, how: (statement: Statement) => Statement): Routine {
  const at = chance.whole(Math.max(1, routine.statements.length));
  return { ...routine, statements: routine.statements.map((one, place) => (place === at ? how(one) : one)) };
}
