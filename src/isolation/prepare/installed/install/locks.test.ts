import { describe, expect, it } from "vitest";
import { doesMatch, foldersUp, installers } from "./locks.ts";

const lock = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ lockfileVersion: 3, packages });
const a1 = { version: "1.0.0", integrity: "sha512-a" };

describe("a folder of installed packages", () => {
  it.each<[string, string, string, boolean]>([
    ["has all", lock({ "": {}, "node_modules/a": a1 }), lock({ "node_modules/a": a1 }), true],
    ["has another version", lock({ "node_modules/a": a1 }), lock({ "node_modules/a": { version: "2.0.0" } }), false],
    ["lacks one", lock({ "node_modules/a": a1, "node_modules/b": a1 }), lock({ "node_modules/a": a1 }), false],
    [
      "lacks an optional one",
      lock({ "node_modules/a": a1, "node_modules/b": { ...a1, optional: true } }),
      lock({ "node_modules/a": a1 }),
      true,
    ],
    [
      "was installed without those for development",
      lock({ "node_modules/a": a1, "node_modules/b": { ...a1, dev: true } }),
      lock({ "node_modules/a": a1 }),
      true,
    ],
    ["has packages of the repository", lock({ "node_modules/own": { link: true } }), lock({}), true],
    ["has more", lock({ "node_modules/a": a1 }), lock({ "node_modules/a": a1, "node_modules/x": a1 }), true],
  ])("that %s", (_, wanted, ...[notes, matches]) => {
    expect(doesMatch({ wanted, notes, checkout: "other" })).toBe(matches);
  });

  it("without notes is what the checkout's lock file says", () => {
    expect(doesMatch({ wanted: "a: 1\n", checkout: "a: 1\n", notes: null })).toBe(true);
    expect(doesMatch({ wanted: "a: 2\n", checkout: "a: 1\n", notes: null })).toBe(false);
    expect(doesMatch({ wanted: "a: 2\n", checkout: null, notes: null })).toBe(false);
  });
});

it("no install runs scripts of packages", () => {
  // Those of Python take no packages that would have to be built; Bundler can't be told.
  const quiet = /--ignore-scripts|--no-scripts|skip-build|--no-build|only.binary/i;
  const lines = installers
    .filter(({ lock }) => lock !== "Gemfile.lock")
    .flatMap(({ commands, environment = {} }) =>
      ["", "__metadata:\n"].flatMap((lock) =>
        commands({ lock, isOffline: false, folder: ".venv" }).map((argv) =>
          [...Object.keys(environment), ...argv].join(" "),
        ),
      ),
    );
  for (const line of lines) expect(line).toMatch(quiet);
});

it("a folder belongs to the nearest project above it", () => {
  expect(foldersUp("packages/web/node_modules")).toEqual(["packages/web", "packages", ""]);
  expect(foldersUp("node_modules")).toEqual([""]);
});
