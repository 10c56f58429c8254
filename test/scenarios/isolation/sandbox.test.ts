import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { realWorld } from "../../../src/base/world/real-world.ts";
import { findSandbox } from "../../../src/process/sandbox/find.ts";
import { missingFor } from "../../../src/process/sandbox/sandbox.ts";
import { makeRunProcess } from "../../../src/process/run/run.ts";
import { processGroup } from "../../../src/process/tree/containment.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { oneOf } from "../../kit/long.ts";
import { said, shellScore } from "./story.ts";

// The folder of a test run may lie in /dev/shm, where mounts find the files of the machine: no home can lie there.
beforeEach(() => {
  vi.stubEnv("TMPDIR", "/var/tmp");
});

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const run = makeRunProcess({ containment: processGroup, owner: "test", clock: realWorld });
const missing = missingFor(
  await findSandbox({ path: process.env["PATH"], run, scratch: "/var/tmp", processes: true }),
  {},
);

/** Each line says what an act came to. */
function tried(acts: Readonly<Record<string, string>>): string {
  return Object.entries(acts)
    .map(([name, act]) => `if { ${act}; } >/dev/null 2>&1; then echo ${name} done; else echo ${name} refused; fi`)
    .join("\n");
}

const honest = {
  files: "echo work >work.txt",
  commit: "git add -A && git -c user.name=a -c user.email=a@example.com commit -qm work",
  temporary: 'echo t >"$TMPDIR/t"',
  workspace: 'echo w >"$TUTTI_WORKSPACE/w"',
};

describe.skipIf(missing !== null)("a job in a sandbox", () => {
  it.each(oneOf(4, ["worktree", "clone", "branch", "full"]))(
    "of level %s works as ever in its own context, and leaves no mark outside",
    async (level) => {
      kit = makeKit({ "a.txt": "a\n" });
      const outside = join(kit.root, "outside");
      mkdirSync(outside);
      writeFileSync(join(outside, "kept"), "as it was\n");
      const hostile = {
        outside: `echo x >${outside}/new`,
        changed: `echo x >${outside}/kept`,
        linked: `ln -s ${outside} way && echo x >way/new`,
        checkout: `echo x >${kit.repository}/a.txt`,
        home: `echo x >${kit.home}/new`,
        store: `rm -rf ${kit.home}/repositories/*/*/objects`,
      };
      const played = await kit.playScore(
        shellScore(level, `${tried({ ...honest, ...hostile })}\nrm -f way`, {
          sandbox: "write",
          validations: [{ command: `! { echo x >${outside}/by-validation; } 2>/dev/null` }],
        }),
      );
      expect(said(kit)).toEqual([
        ...Object.keys(honest).map((name) => `${name} done`),
        ...Object.keys(hostile).map((name) => `${name} refused`),
      ]);
      expect(played.states).toEqual({ fix: "landed" });
      expect(existsSync(join(outside, "new")) || existsSync(join(outside, "by-validation"))).toBe(false);
      expect(readFileSync(join(outside, "kept"), "utf8")).toBe("as it was\n");
    },
  );

  it("of level strict does not see what it was not given", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    writeFileSync(join(kit.root, "secret"), "hidden\n");
    const hidden = {
      secret: `cat ${kit.root}/secret`,
      journal: `cat ${kit.home}/tutti.db`,
      neighbours: `ls ${kit.home}/locks`,
      checkout: `cat ${kit.repository}/a.txt`,
    };
    const played = await kit.playScore(
      shellScore("clone", tried({ ...honest, history: "git log -1 --format=%s", ...hidden }), { sandbox: "strict" }),
    );
    expect(said(kit)).toEqual([
      ...[...Object.keys(honest), "history"].map((name) => `${name} done`),
      ...Object.keys(hidden).map((name) => `${name} refused`),
    ]);
    expect(played.states).toEqual({ fix: "landed" });
  });

  it("is at least as strict as the settings, even if its score says otherwise", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const act = tried({ outside: `echo x >${kit.root}/new`, ...honest });
    await kit.playScore(shellScore("clone", act, { sandbox: "off" }), { env: { TUTTI_SANDBOX: "write" } });
    expect(said(kit)[0]).toBe("outside refused");
  });
});
