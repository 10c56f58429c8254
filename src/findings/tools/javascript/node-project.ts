import { get, record } from "../../formats/json.ts";
import type { Detection, ProjectView } from "../../tool.ts";
import { jsonIn } from "../config/reading.ts";

/** Files with JavaScript or TypeScript. */
export const scripts = ["*.js", "*.jsx", "*.mjs", "*.cjs", "*.ts", "*.tsx", "*.mts", "*.cts"] as const;

/**
 * The first of the places that is there, in the order in which the tool looks. A place is a file, or a key of a
 * package's own description, as `package.json#prettier`.
 */
export function configuredBy(project: ProjectView, places: readonly string[]): Detection | null {
  for (const place of places) {
    const [file = "", key] = place.split("#", 2);
    if (key === undefined ? project.has(file) : hasKey(project, file, key)) {
      return { config: file, because: key === undefined ? file : `${JSON.stringify(key)} in ${file}` };
    }
  }
  return null;
}

/** A project that depends on the package wants the tool, even without a configuration. */
export function dependedOn(project: ProjectView, name: string): Detection | null {
  const manifest = jsonIn(project.read("package.json") ?? "");
  const kind = ["devDependencies", "dependencies", "peerDependencies", "optionalDependencies"].find(
    (one) => get(get(manifest, one), name) !== undefined,
  );
  return kind === undefined ? null : { config: null, because: `${name} in ${kind} of package.json` };
}

function hasKey(project: ProjectView, file: string, key: string): boolean {
  const text = project.read(file) ?? "";
  // Nothing but its top level is of interest.
  if (file.endsWith(".yaml")) return text.split("\n").some((line) => line.startsWith(`${key}:`));
  const value = get(jsonIn(text), key);
  return typeof value === "string" || record(value) !== null;
}
