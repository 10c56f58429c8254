import { expect, it } from "vitest";
import { commandTemplate } from "../../../score/plan/command.ts";
import { reuseKey } from "./reuse.ts";

const entries = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, blob]) => ({ path, blob }));
const key = (line: string, files: Readonly<Record<string, string>>, inputs: readonly string[] | null = null) =>
  reuseKey({ command: commandTemplate(line), timeoutMs: 1, inputs }, entries(files), "");

const files = { "web/package-lock.json": "1", "web/package.json": "2", "src/a.js": "3" };

it("a result is known by the command and its lock files and manifests, wherever they lie", () => {
  const known = key("npm ci", files);
  expect(known).toEqual(expect.any(String));
  expect(key("npm ci", { ...files, "src/a.js": "4" })).toBe(known);
  for (const other of [key("npm i", files), key("npm ci", { ...files, "web/package.json": "4" })])
    expect(other).not.toBe(known);
});

it("or by the files that it names", () => {
  expect(key("make", files, ["src/**"])).toBe(key("make", { "src/a.js": "3" }, ["src/**"]));
  expect(key("make", files, ["src/**"])).not.toBe(key("make", { "src/a.js": "4" }, ["src/**"]));
});

it.each<readonly [string, Parameters<typeof key>]>([
  ["without a lock file", ["npm ci", { "package.json": "1" }]],
  ["that names no file", ["npm ci", files, []]],
  ["that names files that are not there", ["npm ci", files, ["no/**"]]],
  ["that is about its own context", ["createdb test-$TUTTI_PORT_0", files]],
])("a command %s runs in each context", (_, asked) => {
  expect(key(...asked)).toBeNull();
});
