import { evaluate } from "./evaluate.ts";
import { fault } from "./fault.ts";
import { suggestion } from "../../source/nearest.ts";
import type { Args, Run, Thing } from "./values/value.ts";
import { newScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { Body, Macro } from "./syntax/tree.ts";
import { missing, tuple } from "./values/value.ts";

/** A macro that can be called; it sees the names of where it was written. */
export function macroThing(macro: Macro, around: Scope, perform: (body: Body, scope: Scope) => string): Thing {
  return {
    kind: "thing",
    what: `the macro ${macro.name}`,
    call: (args, run) => {
      const scope = newScope(around);
      bind(macro, args, { scope, run });
      return perform(macro.body, scope);
    },
  };
}

function bind(
  { name, parameters, spot }: Macro,
  args: Args,
  { scope, run }: { readonly scope: Scope; readonly run: Run },
): void {
  const known = parameters.map((parameter) => parameter.name);
  for (const given of args.named.keys()) {
    if (given !== "caller" && !known.includes(given))
      throw fault(`the macro ${name} takes no argument ${JSON.stringify(given)}${suggestion(given, known)}`);
  }
  for (const [index, parameter] of parameters.entries()) {
    const given = args.positional[index] ?? args.named.get(parameter.name);
    const initial = given === undefined && parameter.initial !== null ? evaluate(parameter.initial, scope, run) : given;
    scope.names.set(
      parameter.name,
      initial ?? missing(`the macro ${name} was given no ${JSON.stringify(parameter.name)}`, spot),
    );
  }
  scope.names.set("varargs", tuple(args.positional.slice(parameters.length)));
  const caller = args.named.get("caller");
  if (caller !== undefined) scope.names.set("caller", caller);
}
