import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { shown, writeFiles } from "../../../test/kit/repository.ts";
import { belowBorrowed, lendFrom } from "./above.ts";

function checkout(): { readonly top: string; readonly above: string } {
  const root = tempFolder();
  writeFiles(join(root, "top"), { "node_modules/tool/index.js": "module.exports = 'the tool';\n" });
  return { top: join(root, "top"), above: join(root, "home", "above") };
}

describe("folders of the user's checkout", () => {
  it("are found by programs that look upwards, and nothing is put into the context itself", async () => {
    const { top, above } = checkout();
    await lendFrom(above, { top, borrow: ["node_modules", "not-there"] });
    const context = join(above, "context");
    mkdirSync(context);
    expect(createRequire(join(context, "x.js"))("tool")).toBe("the tool");
    expect([readdirSync(above).toSorted(), readdirSync(context)]).toEqual([["context", "node_modules"], []]);
  });

  it("are lent to many at once, and again, with one link and nothing beside it", async () => {
    const { top, above } = checkout();
    await Promise.all(Array.from({ length: 20 }, () => lendFrom(above, { top, borrow: ["node_modules"] })));
    await lendFrom(above, { top, borrow: ["node_modules"] });
    expect(readdirSync(above)).toEqual(["node_modules"]);
    expect(readlinkSync(join(above, "node_modules"))).toBe(join(top, "node_modules"));
  });

  it("are linked to where they are now; a file of the user's is left alone", async () => {
    const { top, above } = checkout();
    mkdirSync(join(top, ".venv"));
    mkdirSync(above, { recursive: true });
    symlinkSync("/nonexistent", join(above, "node_modules"));
    writeFileSync(join(above, ".venv"), "mine");
    await lendFrom(above, { top, borrow: ["node_modules", ".venv"] });
    expect([shown(above, "node_modules"), shown(above, ".venv")]).toEqual([
      `link ${join(top, "node_modules")}`,
      "file mine",
    ]);
  });

  it("a link that leads nowhere is lent as it is: it may lead somewhere later", async () => {
    const { top, above } = checkout();
    rmSync(join(top, "node_modules"), { recursive: true });
    symlinkSync("/nonexistent", join(top, "node_modules"));
    await lendFrom(above, { top, borrow: ["node_modules"] });
    expect(readlinkSync(join(above, "node_modules"))).toBe(join(top, "node_modules"));
  });
});

describe("a short-lived folder", () => {
  it.each([{ top: null, borrow: ["node_modules"] }, { borrow: [] }])(
    "lies in the scratch folder itself where nothing is lent: %j",
    async (lent) => {
      const { top, above } = checkout();
      expect(await belowBorrowed(above, { top, id: "id", ...lent })).toBe(join(above, "id"));
    },
  );

  it("lies below the links, which those share that borrow the same of the same checkout", async () => {
    const { top, above } = checkout();
    const [one, other] = [
      await belowBorrowed(above, { id: "one", top, borrow: ["node_modules"] }),
      await belowBorrowed(above, { id: "two", top, borrow: ["node_modules"] }),
    ];
    expect(dirname(one)).toBe(dirname(other));
    expect(readdirSync(dirname(one))).toEqual(["node_modules"]);
    expect(dirname(await belowBorrowed(above, { id: "one", top, borrow: ["node_modules", ".venv"] }))).not.toBe(
      dirname(one),
    );
    expect(dirname(await belowBorrowed(above, { id: "one", top: dirname(top), borrow: ["node_modules"] }))).not.toBe(
      dirname(one),
    );
  });
});
