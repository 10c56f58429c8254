import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { requireLayer } from "./layer.ts";
import { sharedLooks, stateOf } from "./state.ts";

let top: string;
const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`pack-${String(at)}/index.js`, ""]));
beforeEach(() => {
  top = join(tempFolder(), "top");
  writeFiles(join(top, "node_modules"), many);
});

describe("the state of a folder", () => {
  it("is the same until a package of many is added", async () => {
    const folder = join(top, "node_modules");
    const before = await stateOf(folder);
    expect(await stateOf(folder)).toBe(before);
    writeFiles(folder, { "pack-200/index.js": "" });
    expect(await stateOf(folder)).not.toBe(before);
  });

  it("is looked at once for all that ask meanwhile, and anew for the next", async () => {
    let looks = 0;
    const look = sharedLooks((folder) => {
      looks += 1;
      return stateOf(folder);
    });
    const folder = join(top, "node_modules");
    await Promise.all(Array.from({ length: 16 }, () => look(folder)));
    expect(looks).toBe(1);
    writeFiles(folder, { "pack-200/index.js": "" });
    expect(await look(folder)).toBe(await stateOf(folder));
    expect(looks).toBe(2);
  });

  it("names a new layer as it is when the layer is made, not as it was looked at before", async () => {
    const folders = [{ path: "node_modules", top, from: join(top, "node_modules") }];
    const layers = join(top, "..", "layers");
    const before = await stateOf(join(top, "node_modules"));
    writeFiles(top, { "node_modules/late/index.js": "" });
    const made = await requireLayer(layers, folders, () => Promise.resolve(before));
    expect((await requireLayer(layers, folders)).files).toBe(made.files);
  });
});
