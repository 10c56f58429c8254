import { array, get, text, whole } from "./json.ts";

/** Finds the rule of a result: by its place in the list of the tool or of one of its extensions, else by its name. */
export function rulesOf(run: unknown): (result: unknown) => unknown {
  const tool = get(run, "tool");
  const named = new Map<string, unknown>();
  for (const component of [get(tool, "driver"), ...array(get(tool, "extensions"))]) {
    for (const rule of array(get(component, "rules"))) {
      const id = text(get(rule, "id"));
      if (id !== null && !named.has(id)) named.set(id, rule);
    }
  }
  return (result) => {
    const written = get(result, "rule");
    const index = whole(get(result, "ruleIndex")) ?? whole(get(written, "index"));
    const extension = whole(get(get(written, "toolComponent"), "index"));
    const component = extension === null ? get(tool, "driver") : array(get(tool, "extensions"))[extension];
    const id = text(get(result, "ruleId")) ?? text(get(written, "id")) ?? "";
    // A name may go on below that of its rule: `CA1000/1`.
    return (
      (index === null ? undefined : array(get(component, "rules"))[index]) ??
      named.get(id) ??
      named.get(id.replace(/\/[^/]*$/, ""))
    );
  };
}
