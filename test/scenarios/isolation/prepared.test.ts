import { chmodSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";
import { canOverlay } from "../../kit/overlay.ts";
import { makeRepository, writeFiles } from "../../kit/repository.ts";
import { notices, playUntil, said, shellScore } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

function project(): Kit {
  const made = makeKit({
    "a.txt": "a\n",
    "package.json": "{}\n",
    ".gitignore": "node_modules/\n",
    "web/package.json": "{}\n",
  });
  writeFiles(made.repository, {
    "node_modules/tool/x.txt": "old\n",
    "node_modules/gone/x.txt": "there\n",
    "node_modules/.bin/tool": "#!/bin/sh\necho ran\n",
    "web/node_modules/part/x.txt": "part\n",
  });
  chmodSync(join(made.repository, "node_modules/.bin/tool"), 0o755);
  return made;
}

const installed = (): readonly string[] => [
  kit.read("node_modules/tool/x.txt"),
  kit.read("node_modules/gone/x.txt"),
  ...readdirSync(join(kit.repository, "node_modules")).toSorted(),
];

describe.skipIf(!(await canOverlay()))("a repository with installed packages", () => {
  const before = ["old\n", "there\n", ".bin", "gone", "tool"];

  it("is worked on with them, with nothing configured, and nothing of them changes or lands", async () => {
    kit = project();
    const work =
      "cat node_modules/tool/x.txt web/node_modules/part/x.txt; echo new >node_modules/tool/x.txt; rm -r node_modules/gone; mkdir node_modules/own; mv node_modules/tool node_modules/moved; git status --porcelain; echo done >a.txt";
    const played = await kit.playScore(
      shellScore({}, work, {
        // A program of the packages themselves, by its path.
        validations: [
          { command: ["node_modules/.bin/tool"] },
          { command: ["sh", "-c", "ls node_modules; test -f node_modules/moved/x.txt"] },
        ],
      }),
    );
    expect([played.states, said(kit)]).toEqual([{ fix: "landed" }, ["old", "part"]]);
    expect(installed()).toEqual(before);
    expect(kit.git("ls-tree", "-r", "--name-only", "HEAD").trimEnd().split("\n")).toEqual([
      ".gitignore",
      "a.txt",
      "package.json",
      "web/package.json",
    ]);
    expect(kit.cli("status").out).not.toContain("node_modules/gone");
    expect(kit.cli("status").out).toMatch(/ {2}prepared node_modules and web\/node_modules by overlay, \d/);
    expect(kit.cli("explain", "fix").out).toContain(
      "Its context: prepared node_modules and web/node_modules by overlay",
    );
    expect(notices(played).filter((text) => text.startsWith("prepared"))).toEqual([
      expect.stringMatching(/^prepared node_modules and web\/node_modules by overlay, \d+\.\d\d s$/),
    ]);
  });

  itLong(
    "is worked on with those of another checkout that it links to, also where git does not ignore the link",
    async () => {
      kit = makeKit({ "a.txt": "a\n", "package.json": "{}\n" });
      const other = join(kit.repository, "../other");
      writeFiles(other, { "node_modules/tool/x.txt": "old\n", "node_modules/.bin/tool": { link: "../tool/x.txt" } });
      writeFiles(kit.repository, { node_modules: { link: join(other, "node_modules") } });
      const work =
        "cat node_modules/.bin/tool; echo new >node_modules/.bin/tool; mkdir node_modules/own; echo done >a.txt";
      const { states } = await kit.playScore(
        shellScore({}, work, { validations: [{ command: ["ls", "node_modules/own"] }] }),
      );
      expect([states, said(kit)]).toEqual([{ fix: "landed" }, ["old"]]);
      expect([
        readFileSync(join(other, "node_modules/tool/x.txt"), "utf8"),
        readdirSync(join(other, "node_modules")),
      ]).toEqual(["old\n", [".bin", "tool"]]);
      expect(kit.git("ls-tree", "-r", "--name-only", "HEAD").trimEnd().split("\n")).toEqual(["a.txt", "package.json"]);
    },
  );

  it("an agent may remove all of them, and the next sheet has them again", async () => {
    kit = project();
    const score = shellScore({}, 'ls node_modules; rm -rf node_modules && echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"', {
      parallel: 1,
      sheets: [{ id: "one" }, { id: "two", after: ["one"] }],
    });
    const played = await kit.playScore(score);
    expect(played.states).toEqual({ one: "landed", two: "landed" });
    expect([said(kit, "one"), said(kit, "two")]).toEqual([
      ["gone", "tool"],
      ["gone", "tool"],
    ]);
    expect(installed()).toEqual(before);
  });

  it.each(["sheet", "job"])("an attempt that goes on finds them as it left them (one context per %s)", async (per) => {
    kit = project();
    const begun = join(kit.root, "begun");
    const script = `on-attempt 1 edit node_modules/tool/x.txt old half\non-attempt 1 create half.txt half\non-attempt 1 create ${begun}\non-attempt 1 wait-for never\nedit node_modules/tool/x.txt half new`;
    await playUntil(kit, begun, { sheets: { fix: { script } }, score: { isolation: { per } } });
    const resumed = await kit.resume();
    expect([resumed.states, kit.read("half.txt")]).toEqual([{ fix: "landed" }, "half\n"]);
    expect(installed()).toEqual(before);
  });

  itLong("gates of the target find them too", async () => {
    kit = project();
    const gates = [{ name: "packages", run: ["sh", "-c", "sh node_modules/.bin/tool"] }];
    const played = await kit.playScore(shellScore({}, "echo b >a.txt", { landing: { gates } }));
    expect(played.states).toEqual({ fix: "landed" });
  });

  it("an attempt sees what was installed when it began, and the next one what is there by then", async () => {
    kit = project();
    const score = shellScore(
      {},
      `cat node_modules/tool/x.txt; rm ${join(kit.repository, "node_modules/tool/x.txt")}; echo now >${join(kit.repository, "node_modules/tool/x.txt")}; cat node_modules/tool/x.txt; echo "$TUTTI_SHEET" >"$TUTTI_SHEET.txt"`,
      {
        parallel: 1,
        sheets: [{ id: "one" }, { id: "two", after: ["one"] }],
      },
    );
    await kit.playScore(score);
    expect([said(kit, "one"), said(kit, "two")]).toEqual([
      ["old", "old"],
      ["now", "now"],
    ]);
    expect(readFileSync(join(kit.repository, "node_modules/tool/x.txt"), "utf8")).toBe("now\n");
  });
});

describe("a way that is asked for", () => {
  const work =
    "cat node_modules/tool/x.txt; echo new >node_modules/tool/x.txt; rm -r node_modules/gone; git status --porcelain; echo done >a.txt";
  const play = async (way: string): Promise<readonly string[]> => {
    kit = project();
    const played = await kit.playScore(shellScore({}, work), { env: { TUTTI_PREPARE_WAY: way } });
    expect(played.states).toEqual({ fix: "landed" });
    expect(kit.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain("node_modules");
    return notices(played);
  };

  itLong("copy gives each context files of its own, and the checkout stays as it was", async () => {
    const told = await play("copy");
    expect([said(kit), installed()]).toEqual([["old"], ["old\n", "there\n", ".bin", "gone", "tool"]]);
    expect(told.some((text) => /^prepared node_modules and web\/node_modules by copy, \d/.test(text))).toBe(true);
    expect(kit.cli("status").out).not.toContain("left out");
  });

  it("links are told to be shared with the checkout", async () => {
    const told = await play("links");
    expect(told).toContain(
      "node_modules and web/node_modules are shared with the checkout by links (prepare.way): what an agent changes there changes in the checkout",
    );
  });

  it("off gives nothing, and says so", async () => {
    expect(await play("off")).toContain(
      "contexts do not have node_modules and web/node_modules, which the checkout has: prepare.way is off",
    );
  });
});

it("a repository with a submodule is worked on, validated and landed with it, with nothing configured", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const lib = makeRepository({ "check.sh": 'grep -q done "$1"\n' });
  kit.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib.path, "ext/lib");
  kit.git("commit", "--quiet", "--message", "lib");

  const { states, job } = await kit.playScore(
    shellScore({}, "test -e ext/lib/check.sh && echo done >a.txt", {
      validations: [{ command: ["sh", "ext/lib/check.sh", "a.txt"] }],
    }),
  );

  expect([states, job.counts.landed]).toEqual([{ fix: "landed" }, 1]);
  expect(kit.git("show", "--format=", "--name-only", "HEAD").trim()).toBe("a.txt");
  expect(kit.git("status", "--porcelain", "--ignore-submodules=none")).toBe("");
});
