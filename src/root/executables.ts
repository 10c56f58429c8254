import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Executables } from "./setting.ts";

export function ownExecutables(): Executables {
  return {
    scripted: fileURLToPath(new URL("../agents/scripted/tutti-scripted.sh", import.meta.url)),
    node: process.execPath,
    bridges: { acp: built("agents/acp.js"), http: built("agents/http.js") },
  };
}

/** Beside this file in a published package; in `dist` when this runs from its sources. */
function built(name: string): string {
  const published = fileURLToPath(new URL(`../${name}`, import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
}
