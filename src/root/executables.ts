import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Executables } from "./setting.ts";

/**
 * Where our own programs lie: beside this in what is published, and where it is built when this runs from its sources.
 */
export function ownExecutables(): Executables {
  return {
    scripted: fileURLToPath(new URL("../agents/scripted/tutti-scripted.sh", import.meta.url)),
    node: process.execPath,
    bridges: { acp: built("agents/acp.js"), http: built("agents/http.js") },
  };
}

function built(name: string): string {
  const published = fileURLToPath(new URL(`../${name}`, import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}
