import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cruise } from "dependency-cruiser";
import { browser, mayImport, only, packages, pure, readsDisk } from "./may-import.mjs";

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) await main();

async function main() {
  const { modules, violations } = await readWalls(process.cwd());
  process.stdout.write(`${[...violations, `${modules} modules, ${violations.length} violations`].join("\n")}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/**
 * Every import in src/ and packages/ of the project at `root` that the table does not allow.
 *
 * @param {string} root
 * @returns {Promise<{ modules: number, violations: readonly string[] }>}
 */
export async function readWalls(root) {
  const options = {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules() },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$" },
  };
  const tops = ["src", "packages"].filter((top) => existsSync(join(root, top)));
  const { output } = await cruise(tops, options, {
    exportsFields: ["exports"],
    conditionNames: ["import", "node", "default"],
  });
  if (typeof output === "string") throw new Error(`dependency-cruiser answered with text: ${output}`);

  const sources = output.modules.map((module) => module.source).filter((source) => source.startsWith("src/"));
  const unlisted = sources.filter(
    (source) => !Object.keys(mayImport).some((folder) => new RegExp(inside(folder)).test(source)),
  );
  const violations = [
    ...unlisted.map((source) => `unlisted-folder: ${source}`),
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...nodeInBrowser(output.modules),
    // A dependency-cruiser that does not get on with the TypeScript beside it sees nothing, and finds nothing wrong
    // with it.
    ...(sources.length === 0 ? ["no-modules: dependency-cruiser saw no module in src/"] : []),
  ];
  return { modules: sources.length, violations };
}

/**
 * Follows the imports that are left when types are gone, from what browsers load.
 *
 * @param {readonly import("dependency-cruiser").IModule[]} modules
 */
function nodeInBrowser(modules) {
  const known = new Map(modules.map((module) => [module.source, module]));
  const roots = browser.map((folder) => new RegExp(inside(folder)));
  const open = modules.map(({ source }) => source).filter((source) => roots.some((root) => root.test(source)));
  const seen = new Set(open);
  const found = [];
  for (let source = open.pop(); source !== undefined; source = open.pop())
    for (const { resolved, dependencyTypes } of known.get(source)?.dependencies ?? []) {
      if (dependencyTypes.includes("type-only") || dependencyTypes.includes("type-import")) continue;
      if (dependencyTypes.includes("core")) found.push(`browser: ${source} → ${resolved}`);
      else if (!seen.has(resolved)) open.push(resolved);
      seen.add(resolved);
    }
  return found;
}

/** @returns {import("dependency-cruiser").IForbiddenRuleType[]} */
function rules() {
  const product = "^(src|packages)/";
  /** @type {import("dependency-cruiser").IRegularForbiddenRuleType[]} */
  const forbidden = [
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `${folder}-may-import`,
      from: { path: inside(folder) },
      to: { path: "^src/", pathNot: [folder, ...others].map(inside) },
    })),
    ...Object.entries(only).map(([name, folders]) => ({
      name: `only-${folders.join("-and-")}`,
      from: { path: "^src/", pathNot: folders.map((folder) => `^src/${folder}/`) },
      to: { path: `^(node:)?${name}($|/)|(^|/)node_modules/${name}/` },
    })),
    {
      name: "pure",
      from: { path: pure.map(inside), pathNot: readsDisk.map((file) => `^${file}$`) },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycle", from: { path: product }, to: { circular: true } },
    { name: "resolvable", from: { path: product }, to: { couldNotResolve: true } },
    { name: "packages-import-nothing", from: { path: "^packages/([^/]+)/" }, to: { pathNot: "^packages/$1/" } },
    ...Object.entries(packages).map(([name, folders]) => ({
      name: `only-${folders.join("-and-")}`,
      from: { path: "^src/", pathNot: folders.map(inside) },
      to: { path: `^packages/${name}/` },
    })),
    // What is bundled into the product is a dependency of it.
    {
      name: "no-development-dependency",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "^packages/" },
    },
    { name: "src-only", from: { path: "^src/" }, to: { path: "^(test|bench|prove|scripts|bin)/" } },
  ];
  return forbidden.map((rule) => ({ ...rule, severity: "error" }));
}

/**
 * A folder of src/, or the one file that is its name (src/root/conductor.ts), without the folders in it that have a line of
 * their own.
 */
function inside(/** @type {string} */ folder) {
  const inner = Object.keys(mayImport).filter((other) => other.startsWith(`${folder}/`));
  const others =
    inner.length === 0 ? "" : `(?!(${inner.map((other) => other.slice(folder.length)).join("|")})(/|\\.ts$))`;
  return `^src/${folder}${others}(/|\\.ts$)`;
}
