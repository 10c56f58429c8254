import { beforeAll, describe, expect, it } from "vitest";
import { fixRecord, fixSheet, foundAt, preparedTool } from "../../../test/kit/fix-record.ts";
import { wireGit } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { openRepository } from "../../git/repository.ts";
import type { FixRecord } from "../../fix/model.ts";
import type { Equipment } from "./equipment.ts";
import { foundBefore } from "./checking.ts";

const argv = ["/top/node_modules/.bin/eslint", "--format", "json"] as const;

let user: TestRepository;
let record: FixRecord;
let ask: (
  made: Partial<FixRecord> | undefined,
  how?: { commit?: string; argv?: readonly string[]; tool?: string },
) => ReturnType<typeof foundBefore>;
beforeAll(async () => {
  const git = wireGit();
  user = makeRepository({ "a.js": "a\n", "b.js": "b\n", "eslint.config.js": "[]\n" });
  const repository = await openRepository(git, user.path);
  record = fixRecord([fixSheet("a.js", 2), fixSheet("b.js", 1), fixSheet("c.js", 1)], {
    commit: user.head(),
    tools: [preparedTool("eslint", { argv: [...argv] }), preparedTool("tsc", { argv: ["tsc"], reach: "project" })],
  });
  ask = async (made, { commit = user.head(), argv: asked = argv, tool = "eslint" } = {}) => {
    // All that is asked of the rest is where the repository lies.
    const equipment = {
      git,
      store: { gitDir: user.gitDir, repository },
      records: { fixRecord: () => Promise.resolve(made === undefined ? undefined : { ...record, ...made }) },
    } as unknown as Equipment;
    const base = commit as CommitSha;
    return foundBefore(
      equipment,
      { tool, command: { argv: asked }, configs: ["eslint.config.*"] },
      { files: ["a.js", "b.js"], base },
    );
  };
});

describe("findings collected when the job was made", () => {
  it("is what the tool says of the same files now: of those that are asked about, and of that tool alone", async () => {
    const others = [foundAt("a.js", 9, { tool: "tsc" }), foundAt("c.js", 1)];
    expect(await ask({ findings: [...record.findings, ...others] })).toEqual([
      foundAt("a.js", 1),
      foundAt("a.js", 2),
      foundAt("b.js", 1),
    ]);
  });

  it("also where variables stand before the command", async () => {
    expect(await ask({}, { argv: ["env", "CI=1", ...argv] })).toHaveLength(3);
  });

  it.each([
    { what: "tutti fix did not make the job", made: undefined },
    { what: "it was made outside of git", made: { commit: null } },
    { what: "not all findings were kept", made: { isCut: true as const } },
    { what: "the tool is called otherwise", how: { argv: [...argv, "--quiet"] } },
    { what: "less of the command is asked for", how: { argv: argv.slice(1) } },
    { what: "it is not one of its tools", how: { tool: "biome" } },
    { what: "the tool looks at the whole project", how: { tool: "tsc", argv: ["tsc"] } },
  ])("is no answer where $what", async (asked) => {
    expect(await ask("made" in asked ? asked.made : {}, "how" in asked ? asked.how : {})).toBeNull();
  });

  it.each(["b.js", "eslint.config.js"])("is no answer once %s is another, or not there", async (name) => {
    const first = user.head();
    const changed = user.commit({ [name]: "other\n" });
    user.git("rm", "-q", "--", name);
    const removed = user.commit({});
    user.git("reset", "-q", "--hard", first);
    expect([await ask({}, { commit: changed }), await ask({}, { commit: removed })]).toEqual([null, null]);
  });
});
