import { expect, it } from "vitest";
import { preparationLines } from "./preparation.ts";

it("a preparation is one line by the ways that were taken, and a line for each problem", () => {
  expect(
    preparationLines({
      parts: [
        { path: "node_modules", how: "overlay" },
        { path: "web/node_modules", how: "overlay" },
        { path: "api/node_modules", how: "overlay", installedBy: "npm ci" },
      ],
      problems: ["b.bin is an LFS pointer"],
      tookMs: 42,
    }),
  ).toEqual([
    "prepared node_modules and web/node_modules by overlay, api/node_modules by overlay (installed by npm ci), 0.04 s",
    "b.bin is an LFS pointer",
  ]);
  expect(preparationLines({ parts: [], problems: ["no"], tookMs: 1 })).toEqual(["no"]);
});
