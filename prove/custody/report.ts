import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Entry } from "../contexts/manifest.ts";
import type { State } from "./state.ts";

/** Writes a state down for the judge, whole or not at all. */
export function writeReport(path: string, state: State): void {
  const { manifest, ...rest } = state;
  writeFileSync(`${path}.new`, JSON.stringify({ ...rest, manifest: { ...manifest, entries: [...manifest.entries] } }));
  renameSync(`${path}.new`, path);
}

export function readReport(path: string): State {
  const { manifest, ...rest } = JSON.parse(readFileSync(path, "utf8")) as Omit<State, "manifest"> & {
    readonly manifest: Omit<State["manifest"], "entries"> & { readonly entries: readonly (readonly [string, Entry])[] };
  };
  return { ...rest, manifest: { ...manifest, entries: new Map(manifest.entries) } };
}
