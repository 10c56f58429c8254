import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { writeFiles } from "../../kit/repository.ts";
import { places, playUntil } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

it.each(["sheet", "job"])(
  "an attempt that goes on finds again what its context borrowed, though it was cleared away meanwhile (one context per %s)",
  async (per) => {
    kit = makeKit({ "web/a.txt": "a\n", ".gitignore": "node_modules/\n" });
    writeFiles(kit.repository, { "web/node_modules/tool/x.txt": "old\n" });
    const begun = join(kit.root, "begun");
    // What is in a borrowed folder is the user's: an edit is seen there.
    const script = `on-attempt 1 create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit web/node_modules/tool/x.txt old new`;
    const stopped = await playUntil(kit, begun, {
      sheets: { fix: { script } },
      score: { isolation: { per, borrow: ["web/node_modules"] } },
    });
    const folder = places(stopped, "fix")[0]?.path ?? "";
    expect(readdirSync(join(folder, "web/node_modules")).toSorted()).toEqual([".gitignore", "tool"]);
    rmSync(join(folder, "web/node_modules"), { recursive: true });
    const resumed = await kit.resume();
    expect([resumed.states, places(resumed, "fix").map(({ path }) => path)]).toEqual([{ fix: "landed" }, [folder]]);
    expect([kit.read("half.txt"), kit.read("web/node_modules/tool/x.txt")]).toEqual(["half\n", "new\n"]);
  },
);
