import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { run } from "../../../../test/kit/processes.ts";
import { linkFor, removeOldLayers, requireLayer } from "./layer.ts";
import { makeViews } from "./views.ts";

let top: string;
let layers: string;
beforeEach(() => {
  const root = tempFolder();
  [top, layers] = [join(root, "top"), join(root, "layers")];
  writeFiles(top, {
    "node_modules/tool/index.js": "1",
    "node_modules/@org/lib": { link: "../../lib" },
    "web/node_modules/other/index.js": "2",
    ".venv/lib/python3.11/site-packages/pack/__init__.py": "3",
  });
});
const layerOf = async (...paths: readonly string[]): Promise<string> => {
  const folders = paths.map((path) => ({ path, top, from: join(top, path) }));
  return (await requireLayer(layers, folders)).files;
};

describe("a layer", () => {
  it("holds the folders at their places, with links as links, and costs no space", async () => {
    const layer = await layerOf("node_modules", "web/node_modules");
    expect(readFileSync(join(layer, "web/node_modules/other/index.js"), "utf8")).toBe("2");
    expect(readlinkSync(join(layer, "node_modules/@org/lib"))).toBe("../../lib");
    expect(lstatSync(join(layer, "node_modules/tool/index.js")).ino).toBe(
      lstatSync(join(top, "node_modules/tool/index.js")).ino,
    );
  });

  it("is made once for many at once, and nothing else is left", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => layerOf("node_modules")));
    expect([new Set(all).size, readdirSync(layers).length]).toEqual([1, 1]);
  });

  it.each([
    ["a package is added", () => writeFiles(top, { "node_modules/new/index.js": "" })],
    ["a package of a scope is added", () => writeFiles(top, { "node_modules/@org/new/index.js": "" })],
    ["a package is removed", () => rmSync(join(top, "node_modules/tool"), { recursive: true })],
    ["a package of Python is added", () => writeFiles(top, { ".venv/lib/python3.11/site-packages/new/x.py": "" })],
    ["the installer's own notes change", () => writeFiles(top, { "node_modules/.package-lock.json": "{}" })],
  ])("is another one when %s, and the first one stays as it was", async (_, change) => {
    const before = await layerOf("node_modules", ".venv");
    change();
    const after = await layerOf("node_modules", ".venv");
    expect(after).not.toBe(before);
    expect(existsSync(join(before, "node_modules/tool/index.js"))).toBe(true);
  });

  it("is removed a day after its last use, unless a context sees it", async () => {
    const places = { layers, views: join(layers, "../views"), scratch: join(layers, "../scratch") };
    const [seen, old] = [await layerOf("node_modules"), await layerOf("web/node_modules")];
    const views = makeViews({ run, places, path: process.env["PATH"] });
    const context = join(top, "../context");
    mkdirSync(context);
    await views.open(context, seen);
    const day = 24 * 60 * 60 * 1_000;
    await removeOldLayers(places, Date.now() + day - 60_000);
    expect([existsSync(seen), existsSync(old)]).toEqual([true, true]);
    await removeOldLayers(places, Date.now() + day + 60_000);
    expect([existsSync(seen), existsSync(old)]).toEqual([true, false]);
    rmSync(context, { recursive: true });
    await removeOldLayers(places, Date.now() + day + 60_000);
    expect([existsSync(seen), readdirSync(places.views)]).toEqual([false, []]);
  });

  it("is the same when a file deep in a package changes, which it shows", async () => {
    const before = await layerOf("node_modules");
    appendFileSync(join(top, "node_modules/tool/index.js"), "+");
    expect(readFileSync(join(before, "node_modules/tool/index.js"), "utf8")).toBe("1+");
  });
});

it.each([
  ["../lib", "../lib"],
  ["/c/lib", "../lib"],
  ["/c", ".."],
  ["../../outside", "/outside"],
  ["/usr/bin/python3", "/usr/bin/python3"],
])(
  "a link %s in a package leads to %s in contexts: into the context, and out of it where it led out",
  (target, link) => {
    expect(linkFor("/c", "/c/node_modules/x", target)).toBe(link);
  },
);
