import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const built = fileURLToPath(new URL("../../dist/browser", import.meta.url));
const assets = join(built, "assets");
const mostBytes = 300_000;

/** As it is sent: compressed where there is a compressed copy. */
function sentBytes(name: string): number {
  const packed = statSync(join(assets, `${name}.gz`), { throwIfNoEntry: false });
  return (packed ?? statSync(join(assets, name))).size;
}

/** The files that a file loads at once: imports and styles, but no page that is opened later. */
function loadedBy(text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s?["']\.\/([\w.-]+)["']|assets\/([\w.-]+\.(?:js|css))["']/g)].flatMap(
    ([, one, other]) => one ?? other ?? [],
  );
}

it("the first page of the dashboard is at most 300 kB, with both fonts", () => {
  const names = readdirSync(assets);
  const first = names.filter(
    (name) => /^(?:now|words|lib|parts)-.*\.(?:js|css)$/.test(name) || name.endsWith(".woff2"),
  );
  const open = [...loadedBy(readFileSync(join(built, "index.html"), "utf8")), ...first];
  const seen = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const isEntry = name.startsWith("index-");
    if (name.endsWith(".js") && !isEntry) open.push(...loadedBy(readFileSync(join(assets, name), "utf8")));
  }
  expect(seen.size).toBeGreaterThan(5);
  expect([...seen].filter((name) => /^(?:diff|graph|raw-log)-/.test(name))).toEqual([]);
  expect([...seen].reduce((sum, name) => sum + sentBytes(name), 0)).toBeLessThan(mostBytes);
});

it("every script and style lies beside itself compressed, and no map of sources is among them", () => {
  const texts = readdirSync(assets).filter((name) => /\.(?:js|css)$/.test(name));
  expect(texts.filter((name) => statSync(join(assets, `${name}.gz`), { throwIfNoEntry: false }) === undefined)).toEqual(
    [],
  );
  expect(readdirSync(assets).filter((name) => name.endsWith(".map"))).toEqual([]);
});
