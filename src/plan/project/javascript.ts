import { type DetectedProject, type Listing, type ProposedCommand, firstOfEachRole } from "./listing.ts";

interface Manager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  readonly lock: string | null;
}

export function javascript(listing: Listing): DetectedProject | null {
  const { has, read, installed } = listing;
  if (!has("package.json")) return null;
  const manifest = objectIn(read("package.json") ?? "");
  const manager = managerOf(listing, manifest);
  const scripts = Object.fromEntries(
    Object.entries(mapIn(manifest, "scripts")).filter(([, line]) => typeof line === "string" && !isPlaceholder(line)),
  );
  const commands = firstOfEachRole(Object.keys(scripts)).map(
    ({ role, name }): ProposedCommand => ({
      role,
      run: runLine(manager.name, name),
      because: `the script ${name} of package.json`,
    }),
  );
  const isInstalled = installed.has("node_modules") || has(".pnp.cjs");
  return {
    kinds: [`JavaScript (${manager.name})`],
    commands: [...commands, ...usualTypes(listing, manifest, manager)],
    prepare:
      isInstalled || manager.lock === null
        ? []
        : [{ run: installLine(manager.name), because: `${manager.lock}, and no node_modules in your checkout` }],
  };
}

/** True for the test script that `npm init` writes. */
function isPlaceholder(line: unknown): boolean {
  return typeof line === "string" && line.includes("no test specified");
}

/** By the manifest, else by its lock file. */
function managerOf({ has }: Listing, manifest: Readonly<Record<string, unknown>>): Manager {
  const { packageManager } = manifest;
  const said = typeof packageManager === "string" ? packageManager.split("@")[0] : undefined;
  const found = locks.flatMap(([lock, name]) => (has(lock) ? [{ name, lock }] : []));
  const named = locks.find(([, name]) => name === said)?.[1];
  if (named !== undefined) return found.find(({ name }) => name === named) ?? { name: named, lock: null };
  return found[0] ?? { name: "npm", lock: null };
}

const locks = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
] as const;

function runLine(manager: Manager["name"], script: string): string {
  if (script === "test" && manager !== "bun") return `${manager} test`;
  return manager === "yarn" ? `yarn ${script}` : `${manager} run ${script}`;
}

function installLine(manager: Manager["name"]): string {
  return manager === "npm" ? "npm ci" : `${manager} install --frozen-lockfile`;
}

/** Without a script of its own, TypeScript can still be asked. */
function usualTypes(
  { has }: Listing,
  manifest: Readonly<Record<string, unknown>>,
  { name }: Manager,
): readonly ProposedCommand[] {
  const isThere = ["devDependencies", "dependencies"].some((table) => "typescript" in mapIn(manifest, table));
  if (!isThere || !has("tsconfig.json")) return [];
  if (firstOfEachRole(Object.keys(mapIn(manifest, "scripts"))).some(({ role }) => role === "types")) return [];
  const runner = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" }[name];
  return [{ role: "types", run: `${runner} tsc --noEmit`, because: "tsconfig.json", isUsual: true }];
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function mapIn(value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const held = value[key];
  return typeof held === "object" && held !== null ? (held as Record<string, unknown>) : {};
}
