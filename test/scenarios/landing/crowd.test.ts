import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { tempFolder } from "../../kit/folders.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

it("a person who commits each time a validation starts, and then stops, loses nothing and holds nothing up: results land as merged, not validated again", async () => {
  kit = makeKit({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const asked = join(tempFolder(), "asked");
  mkdirSync(asked);
  const git = `git -C '${kit.repository}' -c user.name=P -c user.email=p@x`;
  // In the target's own checkout, whose lock a landing has for a moment.
  const person = spawn("sh", [
    "-c",
    `n=0; while test -d '${asked}' && test $n -lt 14; do for file in '${asked}'/*; do test -e "$file" && test $n -lt 14 || continue
       n=$((n + 1)); echo $n > '${kit.repository}'/mine-$n
       until ${git} add mine-$n && ${git} commit -q -m "mine $n"; do sleep 0.1; done; rm "$file"
     done; sleep 0.02; done; rm -rf '${asked}'`,
  ]);
  const isOver = once(person, "exit");
  const validations = [
    {
      command: `if file=$(mktemp '${asked}/XXXXXX' 2> /dev/null); then while test -e "$file"; do sleep 0.02; done; fi`,
    },
  ];
  const played = await kit.play({
    a: { script: "create a.txt A", validations },
    b: { script: "create b.txt B", validations },
    c: { script: "create c.txt C", after: ["a", "b"], validations },
  });
  rmSync(asked, { recursive: true, force: true });
  await isOver;
  expect(played.states).toEqual({ a: "landed", b: "landed", c: "landed" });
  const commits = kit.git("log", "--format=%s", "main").split("\n");
  const mine = commits.filter((subject) => subject.startsWith("mine"));
  const files = kit.git("ls-tree", "--name-only", "main").split("\n");
  expect(files.filter((path) => path.startsWith("mine-"))).toHaveLength(mine.length);
  expect([commits.length - mine.length, kit.git("status", "--porcelain")]).toEqual([5, ""]);
  expect(played.job.promises).toMatchObject({ kept: 3, lost: [] });
  expect(played.job.sheets.slice(0, 2).map(({ level }) => level)).toEqual([
    "merged-not-revalidated",
    "merged-not-revalidated",
  ]);
  expect(kit.cli("verify").code).toBe(0);
});
