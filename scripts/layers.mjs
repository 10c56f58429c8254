import { join } from "node:path";

/**
 * Files of the product that are loaded together, with all that they import: Node spends about half a millisecond on each
 * file that it loads. A layer has what those before it do not have, so a command loads a layer whole or not at all.
 *
 * @param {string} root
 */
export function layers(root) {
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map();
  const within = (/** @type {readonly string[]} */ paths) => {
    /** @type {Set<string>} */
    const found = new Set();
    const take = (/** @type {string} */ id) => {
      if (found.has(id) || !imports.has(id)) return;
      found.add(id);
      imports.get(id)?.forEach(take);
    };
    for (const path of paths) take(join(root, "src", path));
    return found;
  };
  const makeSets = () => {
    const start = within(["cli/main.ts", "cli/help/pages.ts"]);
    // The library shares this layer: loading it must not run a command line.
    start.delete(join(root, "src/cli/main.ts"));
    const library = within(["library.ts"]);
    const score = within(["cli/job/run.ts", "cli/job/task.ts", "cli/score/validate.ts", "agents/known/known.ts"]);
    return {
      start,
      client: within(["cli/job/status.ts", "cli/job/list.ts"]),
      shared: new Set([...library].filter((id) => score.has(id))),
      library,
      score,
      engine: within(["cli/conductor/foreground.ts", "root/local.ts", "root/looking.ts"]),
    };
  };
  /** @type {ReturnType<typeof makeSets> | undefined} */
  let sets;
  /** @type {readonly (keyof ReturnType<typeof makeSets>)[]} */
  const names = ["start", "client", "shared", "library", "score", "engine"];
  return {
    /** @type {import("rolldown").Plugin} */
    plugin: { name: "layers", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) },
    groups: names.map((name, place) => ({
      name,
      priority: names.length - place,
      test: (/** @type {string} */ id) => (sets ??= makeSets())[name].has(id),
    })),
  };
}
