import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { untilMade } from "../../kit/pause.ts";
import { notices, places, subjects } from "./story.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** Plays until an agent has made a file, and kills Tutti then. */
async function killAt(path: string, sheets: Parameters<Kit["spawn"]>[0], score: object): Promise<void> {
  const child = kit.spawn(sheets, { score });
  const isGone = child.gone();
  await untilMade(path, isGone);
  child.kill();
  await isGone;
}

const halfway = (begun: string): string =>
  `create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\ncreate whole.txt whole`;

itLong("an attempt from a snapshot is made from it also when the sheet was running as its Tutti died", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  const script = `until-attempt 1 create one.txt 1\nuntil-attempt 1 fail 1\non-attempt 2 create two.txt 2\non-attempt 2 create ${begun}\non-attempt 2 wait-for never\ncreate whole.txt whole`;
  await killAt(begun, { fix: { script, retry: { attempts: 3, completions: 0 } } }, {});
  expect((await kit.resume({ from: "fix@1" })).states).toEqual({ fix: "landed" });
  expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["one.txt", "whole.txt"]);
});

it.each([
  ["because it could not be isolated", "clone", { level: "none", fallback: "could not make a context" }],
  ["at level branch", "branch", { level: "branch" }],
])(
  "a sheet that an earlier Tutti put into the person's folder %s goes on in a context with a copy of its work",
  async (_, level, then) => {
    kit = makeKit({ "a.txt": "a\n" });
    const begun = join(kit.root, "begun");
    await killAt(begun, { fix: halfway(begun) }, { isolation: level });
    const [id = ""] = await kit.contexts();
    const notes = join(kit.home, "contexts", id);
    const record = JSON.parse(readFileSync(join(notes, "record.json"), "utf8")) as { context: object };
    writeFileSync(
      join(notes, "record.json"),
      JSON.stringify({ ...record, context: { ...record.context, ...then, path: kit.repository } }),
    );
    // Its notes about the checkout.
    if (level === "branch") writeFileSync(join(notes, "stand.json"), "{}");
    kit.write("half.txt", "half\n");
    const resumed = await kit.resume();
    expect(places(resumed, "fix")).toMatchObject([{ level, fallback: null }]);
    expect(notices(resumed)).toEqual(
      expect.arrayContaining([expect.stringContaining(`let its agent work in ${kit.repository} itself`)]),
    );
    // Its own file is in the way there, so the result goes aside.
    const aside = `tutti/${resumed.job.id}`;
    expect([kit.at(aside, "whole.txt"), kit.git("status", "--porcelain"), subjects(kit)]).toEqual([
      "whole\n",
      "?? half.txt\n",
      ["begin"],
    ]);
    expect(await kit.contexts()).toEqual([]);
  },
);

/** Gives a context's notes another id and other values. */
async function renote(id: string, more: object): Promise<void> {
  const [found = ""] = await kit.contexts();
  const [from, to] = [found, id].map((name) => join(kit.home, "contexts", name));
  renameSync(from ?? "", to ?? "");
  const record = JSON.parse(readFileSync(join(to ?? "", "record.json"), "utf8")) as { context: object };
  writeFileSync(
    join(to ?? "", "record.json"),
    JSON.stringify({ ...record, ...more, context: { ...record.context, id, index: join(to ?? "", "work.index") } }),
  );
}

itLong("work is found also when the journal does not know yet which context its attempt has", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun).replace("create half", "on-attempt 1 create half") }, {});
  await renote(`${(await kit.status())?.id ?? ""}.fix.7`, {});
  expect((await kit.resume()).states).toEqual({ fix: "landed" });
  expect(kit.git("show", "--format=", "--name-only", "main").trim().split("\n")).toEqual(["half.txt", "whole.txt"]);
});

itLong("a context of a sheet that its job does not have is left alone and blocks nothing", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const begun = join(kit.root, "begun");
  await killAt(begun, { fix: halfway(begun) }, {});
  const id = `${(await kit.status())?.id ?? ""}.ghost`;
  await renote(id, { sheet: "ghost" });
  expect((await kit.resume()).states).toEqual({ fix: "landed" });
  expect(await kit.contexts()).toEqual([id]);
});
