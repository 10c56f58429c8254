import { expect, it } from "vitest";
import { chosenLevel, defaultLevel, defaultNotice } from "./levels.ts";
import { type LayerName, layerNames } from "./sandbox.ts";

const without = (...lost: readonly LayerName[]): Parameters<typeof defaultLevel>[0] => ({
  layers: layerNames.map((name) => ({ name, missing: lost.includes(name) ? "it is not there" : null })),
});

it("the default is write where honest work goes on under it, and the line at the start names the layers", () => {
  expect(defaultLevel(without())).toBe("write");
  expect(defaultNotice(without())).toMatch(/^sandbox: write, by landlock, mounts, processes, rights, calls;/);
});

it.each(["landlock", "mounts", "rights"] as const)("without %s the default is off, and says why", (layer) => {
  expect(defaultLevel(without(layer))).toBe("off");
  expect(defaultNotice(without(layer))).toBe(
    `sandbox: off, because the layer ${layer} does not hold on this machine (it is not there); tutti doctor says how to get it`,
  );
});

it("the first setting that chooses decides", async () => {
  const sandbox = (): Promise<ReturnType<typeof without>> => Promise.resolve(without());
  expect(await chosenLevel(["auto", "strict"], sandbox)).toBe("strict");
  expect(await chosenLevel(["off", "strict"], sandbox)).toBe("off");
  expect(await chosenLevel(["auto", "auto"], sandbox)).toBe("write");
});
