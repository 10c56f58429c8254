import { expect, it } from "vitest";
import { canOverlay } from "../test/kit/overlay.ts";
import { prepare } from "./prepare.ts";

const overlays = await canOverlay();

it.skipIf(!overlays)(
  "agents change nothing of the checkout or of a neighbour by acts on installed packages",
  async () => {
    const { failures, tried } = await prepare.run({ count: 16, seed: 7, say: () => undefined });
    expect([failures, tried]).toEqual([[], 16]);
  },
);
