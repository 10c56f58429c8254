import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TuttiError } from "../../base/error.ts";

/** The files that a browser loads, as the build left them. */
export interface Assets {
  /** The one page. */
  page(): Promise<Asset>;
  /** Only names that the build wrote are known: no path is made from what a request says. */
  find(name: string): Promise<Asset | null>;
}

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed; `null` where that gains nothing. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export function builtAssets(folder: string = builtFolder()): Assets {
  if (!existsSync(join(folder, "index.html"))) throw notBuilt(folder);
  const names = new Set(readdirSync(join(folder, "assets")));
  return {
    page: () => read(folder, "index.html"),
    find: async (name) => (names.has(name) && extname(name) in types ? read(join(folder, "assets"), name) : null),
  };
}

async function read(folder: string, name: string): Promise<Asset> {
  const [bytes, gzip] = await Promise.all([
    readFile(join(folder, name)),
    readFile(join(folder, `${name}.gz`)).catch(() => null),
  ]);
  const own = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
  return { type: types[extname(name)] ?? "", bytes: own(bytes), gzip: gzip === null ? null : own(gzip) };
}

/** Beside the other files of a published package; in `dist` when this runs from its sources. */
function builtFolder(): string {
  const published = fileURLToPath(new URL("../../browser", import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL("../../../dist/browser", import.meta.url));
}

function notBuilt(folder: string): TuttiError {
  return new TuttiError("dashboard.not_built", `the dashboard's files are not in ${folder}`, {
    audience: "environment",
    hint: "In a clone, run npm run build. In an installed Tutti, install it again.",
  });
}
