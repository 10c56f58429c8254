import { dirname, join } from "node:path";
import { TuttiError } from "../../src/base/error.ts";
import { clearAway } from "../contexts/clear-away.ts";
import { openContext } from "../contexts/ground.ts";
import { plainFile } from "../files.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { naming } from "./naming.ts";

/**
 * Makes real contexts for ids: each in a folder of its name, all side by side, with the branch that the docs promise.
 */
export async function tryContexts(ids: readonly string[]): Promise<readonly string[]> {
  const ground = await makePlayground(new Map([["README.md", plainFile("# A repository\n")]]), "");
  try {
    const wrong: string[] = [];
    const folders = new Set<string>();
    for (const id of ids)
      wrong.push(...(await tryOne(ground, id, folders)).map((fault) => `${JSON.stringify(id.slice(0, 60))}: ${fault}`));
    return [...wrong, ...(folders.size > 1 ? [`contexts lie in ${[...folders].join(" and ")}`] : [])];
  } finally {
    clearAway(ground.folder);
  }
}

async function tryOne(ground: Playground, id: string, folders: Set<string>): Promise<readonly string[]> {
  const expected = naming(id);
  try {
    const context = await openContext(ground, { id, level: "full" });
    await context.close();
    if (expected.kind !== "named") return ["it has a context, but no name"];
    const folder = dirname(context.path);
    folders.add(folder);
    return [
      ...(context.path === join(folder, expected.name) && folder.startsWith(`${ground.home}/`)
        ? []
        : [`its context lies at ${context.path}`]),
      ...(context.branch === `refs/heads/main-task-${expected.name}`
        ? []
        : [`its branch is ${String(context.branch)}`]),
    ];
  } catch (error) {
    const isRefused = error instanceof TuttiError && error.code === "id.invalid" && expected.kind === "refused";
    return isRefused ? [] : [String(error)];
  }
}
