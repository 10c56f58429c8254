import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { cruise } from "dependency-cruiser";
import { mayImport, only, pure, readsDisk } from "./may-import.mjs";

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) await main();

async function main() {
  const { modules, violations } = await readWalls(process.cwd());
  process.stdout.write(`${[...violations, `${modules} modules, ${violations.length} violations`].join("\n")}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/**
 * Every import in src/ of the project at `root` that the table does not allow.
 *
 * @param {string} root
 * @returns {Promise<{ modules: number, violations: readonly string[] }>}
 */
export async function readWalls(root) {
  const { output } = await cruise(["src"], {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules() },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.ts$" },
  });
  if (typeof output === "string") throw new Error(`dependency-cruiser answered with text: ${output}`);

  const sources = output.modules.map((module) => module.source).filter((source) => source.startsWith("src/"));
  const unlisted = sources.filter(
    (source) => !Object.keys(mayImport).some((folder) => new RegExp(inside(folder)).test(source)),
  );
  const violations = [
    ...unlisted.map((source) => `unlisted-folder: ${source}`),
    ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    // A dependency-cruiser that does not get on with the TypeScript beside it sees nothing, and finds nothing wrong
    // with it.
    ...(sources.length === 0 ? ["no-modules: dependency-cruiser saw no module in src/"] : []),
  ];
  return { modules: sources.length, violations };
}

/** @returns {import("dependency-cruiser").IForbiddenRuleType[]} */
function rules() {
  /** @type {import("dependency-cruiser").IRegularForbiddenRuleType[]} */
  const forbidden = [
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `${folder}-may-import`,
      from: { path: inside(folder) },
      to: { path: "^src/", pathNot: [folder, ...others].map(inside) },
    })),
    ...Object.entries(only).map(([name, folders]) => ({
      name: `only-${folders.join("-and-")}`,
      from: { path: "^src/", pathNot: folders.map(inside) },
      to: { path: `^(node:)?${name}($|/)|(^|/)node_modules/${name}/` },
    })),
    {
      name: "pure",
      from: { path: pure.map(inside), pathNot: readsDisk.map((file) => `^${file}$`) },
      to: { dependencyTypes: ["core"] },
    },
    { name: "no-cycle", from: { path: "^src/" }, to: { circular: true } },
    { name: "resolvable", from: { path: "^src/" }, to: { couldNotResolve: true } },
    // What is bundled into the product is a dependency of it.
    {
      name: "no-development-dependency",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
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
