import { get, jsonIn, record } from "../../formats/json.ts";
import type { Detection, ProjectView } from "../../tool.ts";

export const scripts = ["*.js", "*.jsx", "*.mjs", "*.cjs", "*.ts", "*.tsx", "*.mts", "*.cts"] as const;

/** The first existing place, in the tool's order: a file, or a key of package.json, as `package.json#prettier`. */
export function configuredBy(project: ProjectView, places: readonly string[]): Detection | null {
  for (const place of places) {
    const [file = "", key] = place.split("#", 2);
    if (key === undefined ? project.has(file) : hasKey(project, file, key)) {
      return { config: file, because: key === undefined ? file : `${JSON.stringify(key)} in ${file}` };
    }
  }
  return null;
}

/** A dependency on the package asks for the tool. */
export function dependedOn(project: ProjectView, name: string): Detection | null {
  const manifest = jsonIn(project.read("package.json") ?? "");
  const kind = ["devDependencies", "dependencies", "peerDependencies", "optionalDependencies"].find(
    (one) => get(manifest, one, name) !== undefined,
  );
  return kind === undefined ? null : { config: null, because: `${name} in ${kind} of package.json` };
}

function hasKey(project: ProjectView, file: string, key: string): boolean {
  const text = project.read(file) ?? "";
  // Only the top level matters.
  if (file.endsWith(".yaml")) return text.split("\n").some((line) => line.startsWith(`${key}:`));
  const value = get(jsonIn(text), key);
  return typeof value === "string" || record(value) !== null;
}
