import { describe, expect, it, test } from "vitest";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import type { CommitSha, SheetId, TreeSha } from "../../base/ids.ts";
import type { ConcreteCheck, Validation } from "../../score/plan/rule.ts";
import { type Promiser, asksOf, joinedPromises, placesOf } from "./promise.ts";
import { breakerOf, lossBy } from "./final.ts";
import type { TrailCommit } from "./trail.ts";

const workspace = "/home/me/work space";
const inTree = { root: "context", path: "a.txt" } as const;
const inWorkspace = { root: "workspace", path: "a.txt" } as const;
const command = (line: string, root: "context" | "workspace" = "context"): ConcreteCheck => ({
  kind: "command_succeeds",
  command: { argv: ["sh", "-c", line], env: {}, cwd: { root, path: "." }, shown: line },
});

function rule(check: ConcreteCheck): Validation {
  return { stage: 1, retries: 0, retryDelayMs: 0, timeoutMs: 1_000, description: "as people say it", ...check };
}

function promiser(id: string): Promiser {
  const sheet = makeSheet(id);
  return { job: makeJob("j", [], { plan: makePlan([sheet]) }), sheet, attempt: 1 };
}

const judge = { kind: "llm_judge", agent: makeSheet("a").agent, criteria: "good", threshold: 50, files: [] } as const;

test.each<[string, ConcreteCheck, "files" | "commands" | "unasked"]>([
  ["a file of the tree", { kind: "file_exists", path: inTree }, "files"],
  ["text of the tree", { kind: "content_contains", path: inTree, text: "x" }, "files"],
  ["a command in the tree", command("npm test"), "commands"],
  ["a file of the workspace", { kind: "file_exists", path: inWorkspace }, "unasked"],
  ["a command in the workspace", command("ls", "workspace"), "unasked"],
  ["a command that names the workspace", command(`ls '${workspace}/out'`), "unasked"],
  ["a command that asks for the workspace", command("ls $TUTTI_WORKSPACE"), "unasked"],
  ["a change of the sheet", { kind: "file_modified", path: inTree }, "unasked"],
  ["the paths that the sheet may change", { kind: "diff_within", paths: ["src/**"] }, "unasked"],
  ["the opinion of an agent", judge, "unasked"],
  ["a rule that can't be filled in", { kind: "impossible", why: "no such variable" }, "unasked"],
])("a later tree is asked about %s, or not: %s", (_, check, part) => {
  expect(placesOf([rule(check)], workspace)[part]).toEqual([0]);
});

describe("the promises of sheets", () => {
  const asks = (id: string, ...checks: readonly ConcreteCheck[]) => asksOf(promiser(id), checks.map(rule), workspace);

  it("is asked once where it is the same, and all who promise it are named", () => {
    const joined = joinedPromises(
      asks("a", command("npm test"), { kind: "file_exists", path: inTree }),
      asks("b", command("npm test")),
    );
    expect(joined.map(({ part, name }) => [part, name])).toEqual([
      ["files", "promise of a"],
      ["commands", "promise of a, b"],
    ]);
  });

  it("is another promise with another command, folder or limit, and with a command that asks for its sheet", () => {
    const digest = (id: string, check: ConcreteCheck): string => asks(id, check)[0]?.digest ?? "";
    const others = [
      command("npm run lint"),
      { kind: "file_exists", path: inTree } as const,
      command("sh check.sh $TUTTI_SHEET"),
    ];
    expect(new Set(["a", "b"].flatMap((id) => others.map((check) => digest(id, check)))).size).toBe(4);
  });
});

describe("the sheet that broke a promise", () => {
  test.each([1, 2, 3, 8, 40])("is found among %i commits, each asked once at most", async (count) => {
    for (let breaker = 0; breaker < count; breaker += 1) {
      const asked: number[] = [];
      const found = await breakerOf(count, (place) => {
        asked.push(place);
        return Promise.resolve(place > breaker);
      });
      expect([found, new Set(asked).size]).toEqual([breaker, asked.length]);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 1);
    }
  });

  it("is no sheet, when it did not hold where it was made", async () => {
    expect(await breakerOf(3, () => Promise.resolve(false))).toBeUndefined();
  });

  const at = (name: string, landing: { sheet: string; base: string } | null): TrailCommit => ({
    commit: name as CommitSha,
    tree: name as TreeSha,
    landing: landing === null ? null : { job: "j", attempt: 1, ...landing },
    reverted: [],
    isOdd: false,
  });

  test.each([
    {
      what: "superseded it, when it started from its work",
      breaker: at("c2", { sheet: "b", base: "c1" }),
      how: "superseded",
      sheet: "b",
    },
    {
      what: "broke it, when it did not know of it",
      breaker: at("c2", { sheet: "b", base: "c0" }),
      how: "broken",
      sheet: "b",
    },
    { what: "broke it, when it is no landing", breaker: at("c2", null), how: "broken", sheet: null },
  ])("$what", ({ breaker, how, sheet }) => {
    const trail = [at("c3", null), breaker, at("c1", { sheet: "a", base: "c0" }), at("c0", null)];
    expect(lossBy(trail, { sheet: "a" as SheetId, place: 2, by: 1, reason: "" })).toMatchObject({
      how,
      by: { commit: "c2", sheet },
    });
  });
});
