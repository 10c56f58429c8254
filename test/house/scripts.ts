/**
 * The scripts run before there is a compiler, so they are plain JavaScript; what the tests use of them gets its types
 * here.
 */

interface FoundNode {
  readonly root: string;
  readonly version: string;
  readonly execPath: string;
  readonly platform: string;
  readonly arch: string;
  readonly pinned: readonly string[];
}

type NodeChoice =
  | { readonly kind: "running" | "pinned"; readonly path: string }
  | { readonly kind: "none"; readonly message: string };

export const { chooseNode } = (await import(script("choose-node.mjs"))) as {
  chooseNode: (found: FoundNode) => NodeChoice;
};

export const { readWalls } = (await import(script("walls.mjs"))) as {
  readWalls: (root: string) => Promise<{ modules: number; violations: readonly string[] }>;
};

export const { mayImport } = (await import(script("may-import.mjs"))) as {
  mayImport: Readonly<Record<string, readonly string[]>>;
};

function script(name: string): string {
  return new URL(`../../scripts/${name}`, import.meta.url).href;
}
