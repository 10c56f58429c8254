import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { task } from "../../../src/cli/job/task.ts";
import { codeOf } from "../../../src/base/error.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { listening } from "../../kit/listening.ts";
import { itLong } from "../../kit/long.ts";
import type { Progress } from "../../kit/perform.ts";
import { events, once, places, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  kit.dispose();
});

const native = "name: story\nagent: scripted\nsheets: [{ id: one, prompt: create one.txt 1 }]\n";
const mozart = `name: story
workspace: ./out
backend: { type: scripted }
isolation: { enabled: true }
sheet: { size: 1, total_items: 2 }
prompt: { template: "create {{ sheet_num }}.txt x" }
`;

describe("a folder that is in no repository", () => {
  it("is worked in by a Mozart score as in Mozart, one sheet after the other, and output, status and journal say why", async () => {
    kit = makeKit({ "a.txt": "a\n" }, { plain: true });
    const played = await kit.playScore(mozart, { parallel: 4 });
    const why = `${kit.repository} is not in a git repository`;
    expect(Object.values(played.states)).toEqual(["done", "done"]);
    expect([kit.read("1.txt"), kit.read("2.txt")]).toEqual(["x\n", "x\n"]);
    expect(played.job).toMatchObject({ isolation: "none", fallback: why, target: null });
    const view = await kit.status();
    expect(view?.sheets.map(({ context }) => context?.fallback)).toEqual([why, why]);
    expect(kit.cli("status").out).toContain(`not isolated: ${why}`);
    const [first = "", second = ""] = Object.keys(played.states);
    const order = played.progress.flatMap((item) =>
      item.kind === "sheet" ? [`${item.sheet} ${item.event.kind}`] : [],
    );
    expect(order.indexOf(`${second} started`)).toBeGreaterThan(order.indexOf(`${first} ended`));
  });

  itLong("is refused to a score of Tutti's, unless the person says --no-isolation", () => {
    kit = makeKit({ "a.txt": "a\n", "score.yaml": native }, { plain: true });
    const { code, err } = kit.cli("run", "score.yaml");
    expect([code, existsSync(join(kit.repository, "one.txt"))]).toEqual([2, false]);
    expect(err).toContain("error git.no_repository");
    expect(err).toContain("--no-isolation");
    expect([kit.cli("run", "score.yaml", "--no-isolation").code, kit.read("one.txt")]).toEqual([0, "1\n"]);
  });

  it("is worked in by tutti task only when the person agrees, and never without a terminal to ask in", async () => {
    kit = makeKit({ "a.txt": "a\n" }, { plain: true });
    for (const [name, value] of Object.entries({ TUTTI_HOME: kit.home, TUTTI_LOCAL: "1" })) vi.stubEnv(name, value);
    const asked = (answer: string | null): Promise<number | string | undefined> => {
      const stdin = Object.assign(new PassThrough(), { isTTY: answer !== null });
      vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
      vi.spyOn(process.stderr, "write").mockImplementation((text) => {
        // The answer comes after the question: text that is typed earlier answers nothing.
        if (String(text).includes("[y/N]")) stdin.write(`${answer ?? ""}\n`);
        return true;
      });
      const terminal = { ...listening().terminal, isLive: answer !== null };
      return task(terminal, { prompts: ["create one.txt 1"], agent: "scripted", repo: kit.repository }).catch(codeOf);
    };
    expect([await asked(null), await asked("n"), existsSync(join(kit.repository, "one.txt"))]).toEqual([
      "git.no_repository",
      "git.no_repository",
      false,
    ]);
    expect([await asked("y"), kit.read("one.txt")]).toEqual([0, "1\n"]);
  });
});

describe("a sheet whose context can't be made", () => {
  /** A folder below a file can't be made. */
  const nowhere = { isolation: { worktree_base: "./file/contexts" }, retry: { base_delay: "1ms" } };

  it("fails with the reason, and its agent never comes near the person's files", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.write("../file", "");
    kit.write("uncommitted.txt", "mine\n");
    const agent = { command: ["sh", "-c", "rm -rf *"] };
    const score = { name: "story", ...nowhere, agent, prompt: "-", sheets: [{ id: "one" }] };
    const played = await kit.playScore(score);
    expect(played.states).toEqual({ one: "failed" });
    expect(played.job.sheets[0]?.why).toContain("could not make a context for one");
    expect([places(played, "one"), kit.read("uncommitted.txt"), kit.read("a.txt")]).toEqual([[], "mine\n", "a\n"]);
    expect(await kit.contexts()).toEqual([]);
  });

  it("gets it once the fault has passed, which costs none of its attempts", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    kit.write("../file", "");
    let faults = 0;
    const watch = (progress: Progress): void => {
      if (progress.kind !== "sheet" || progress.event.kind !== "ended" || progress.event.end.kind !== "no-context")
        return;
      faults += 1;
      if (faults === 3) rmSync(join(kit.root, "file"));
    };
    const played = await kit.play(
      { one: { script: "create one.txt 1", retry: { ...once, ...nowhere.retry } } },
      { score: nowhere, watch },
    );
    expect([played.states, faults, subjects(kit)]).toEqual([{ one: "landed" }, 3, ["one", "begin"]]);
    expect(events(played, "one").filter(({ kind }) => kind === "started").length).toBe(4);
    expect(kit.cli("explain", "one").out).toMatch(/tries again after a wait \(fault 3 in a row; costs no retry\)/);
  });
});

it("contexts in the checkout itself are refused before anything runs", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const inside = kit.play(
    { one: "create one.txt 1" },
    { score: { isolation: { worktree_base: "./repository/contexts" } } },
  );
  await expect(inside).rejects.toMatchObject({ code: "context.inside_checkout" });
  expect([kit.git("status", "--porcelain"), await kit.status()]).toEqual(["", undefined]);
});
