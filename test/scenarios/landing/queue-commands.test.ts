import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { QueueView } from "../../../src/api/contract/landing/queue.ts";
import { type Said, tutti } from "../../kit/command-line.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import { makeRepository } from "../../kit/repository.ts";
import { itLong } from "../../kit/long.ts";

let repository: string;

beforeEach(() => {
  repository = makeRepository({ "a.txt": "a\n" }).path;
  vi.stubEnv("TUTTI_HOME", join(tempFolder(), "home"));
  vi.stubEnv("TUTTI_LOCAL", "1");
  vi.stubEnv("TUTTI_DISK_WARNING_GB", "0");
  vi.stubEnv("TUTTI_DISK_FLOOR_GB", "0");
  vi.stubEnv("XDG_CONFIG_HOME", tempFolder());
  vi.spyOn(process, "cwd").mockReturnValue(repository);
});

const task = (...args: readonly string[]): Promise<Said> =>
  tutti("task", "--agent", "scripted", "--repo", repository, ...args);
const subjects = (): readonly string[] => gitIn(repository, ["log", "--format=%s", "main"]).split("\n").slice(0, -1);
const queues = async (): Promise<readonly QueueView[]> =>
  JSON.parse((await tutti("queue", "--json")).out) as readonly QueueView[];
const lastLine = ({ out }: Said): unknown => JSON.parse(out.split("\n").at(-1) ?? "");

describe("tutti queue", () => {
  it("says that nothing waits, and with --json an empty list", async () => {
    expect(await tutti("queue")).toMatchObject({ code: 0, out: "Nothing waits to land, and no queue is paused." });
    expect(await queues()).toEqual([]);
  });

  it("is paused, listed, reordered and resumed, each in a process of its own; resume plays what rested", async () => {
    expect((await tutti("queue", "pause")).out).toBe("Nothing lands on main until: tutti queue resume --target main");
    expect((await task("create one.txt 1", "create two.txt 2")).code).toBe(3);
    const [queue] = await queues();
    const { entries = [], isPaused } = queue ?? {};
    expect([isPaused, entries.map(({ place, state }) => [place, state])]).toEqual([
      true,
      [
        [1, "paused"],
        [2, "paused"],
      ],
    ]);
    const [first, second] = entries.map(({ sheet }) => sheet);
    expect((await tutti("queue", "reorder", second ?? "")).code).toBe(0);
    const listed = (await tutti("queue")).out;
    expect(listed).toContain("main: 2 results to land · paused since");
    expect(listed.indexOf(second ?? "?")).toBeLessThan(listed.indexOf(first ?? "?"));
    expect(subjects()).toEqual([]);
    const resumed = await tutti("queue", "resume");
    expect([resumed.code, resumed.out]).toEqual([
      0,
      expect.stringMatching(/^The queue of main goes on\.\n.+ goes on with it\.$/),
    ]);
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]).toContain("two");
    expect(await queues()).toEqual([]);
  });

  itLong("takes a result out, says how to put it back, and tells why it was held when that is done", async () => {
    await tutti("queue", "pause", "--target", "main");
    await task("create one.txt 1");
    const row = (await queues())[0]?.entries[0];
    const ejected = await tutti("queue", "eject", row?.sheet ?? "");
    expect([ejected.code, ejected.out]).toEqual([
      0,
      expect.stringContaining(`Put it back with: tutti approve ${row?.job ?? ""} ${row?.sheet ?? ""}`),
    ]);
    expect((await queues())[0]).toMatchObject({
      entries: [],
      held: [{ sheet: row?.sheet, state: "held", held: { kind: "ejected" } }],
    });
    expect((await tutti("queue", "eject", row?.sheet ?? "")).code).toBe(2);
    await tutti("queue", "resume");
    expect(subjects()).toEqual([]);
    const approved = await tutti("approve", row?.job ?? "");
    expect([approved.code, approved.err, subjects().length]).toEqual([
      0,
      expect.stringContaining("took it out of the queue"),
      1,
    ]);
  });

  it("does not resume a queue that is not paused, and does not pause one of a missing branch", async () => {
    expect((await tutti("queue", "resume")).out).toBe("The queue of main is not paused.");
    expect(await tutti("queue", "pause", "--target", "nope")).toMatchObject({
      code: 2,
      err: expect.stringContaining("there is no branch nope") as string,
    });
    expect(await queues()).toEqual([]);
  });

  it("is refused for what it does not have", async () => {
    expect(await tutti("queue", "reorder", "none")).toMatchObject({
      code: 2,
      err: expect.stringContaining('no result "none"') as string,
    });
    expect(await tutti("queue", "eject", "none", "--json")).toMatchObject({
      code: 2,
      out: expect.stringContaining("cli.usage") as string,
    });
  });
});

describe("tutti review", () => {
  const sheetWaiting = async (): Promise<string> => {
    const { items } = JSON.parse((await tutti("review", "--json")).out) as { items: { sheet: string }[] };
    return items[0]?.sheet ?? "";
  };

  it("without a terminal only lists; with --diff with all that is changed", async () => {
    expect((await tutti("review")).out).toBe("Nothing waits for a person's word.");
    await task("create one.txt hello", "--approve", "--validate", "test -e one.txt");
    const { out } = await tutti("review");
    for (const text of ["1/1", "by scripted", "its score wants a person's approval", "✓ test -e one.txt", "one.txt"])
      expect(out).toContain(text);
    expect([out.includes("+hello"), (await tutti("review", "--diff")).out.includes("+hello"), subjects()]).toEqual([
      false,
      true,
      [],
    ]);
  });

  itLong("shows the one result that is named, and asks for its job where two have such a one", async () => {
    await task("create one.txt 1", "create two.txt 2", "--approve");
    const sheet = await sheetWaiting();
    const { out } = await tutti("review", sheet);
    expect([out.includes("1/1"), out.includes("one.txt"), out.includes("two.txt")]).toEqual([true, true, false]);
    expect(await tutti("review", "nope")).toMatchObject({ code: 2, err: expect.stringContaining("nope") as string });
    await task("create one.txt 1", "--approve");
    expect((await tutti("review", sheet)).out).toContain("2/2");
    expect(await tutti("review", sheet, "--try")).toMatchObject({
      code: 2,
      err: expect.stringContaining(`2 jobs have a result "${sheet}"`) as string,
    });
    const [, job = ""] = /(\S+), attempt 1/.exec(out) ?? [];
    expect((await tutti("review", sheet, "--try", "--job", job)).code).toBe(0);
    expect(await task("create three.txt 3")).toMatchObject({
      code: 2,
      err: expect.stringContaining("tutti review --back") as string,
    });
  });

  itLong("reports a result that changes the rules that judge it, and gates that would not be valid", async () => {
    const user = makeRepository({
      ".tutti/gates.yaml": 'gates: [{ name: tests, run: "./test.sh" }]\n',
      "test.sh": "exit 0\n",
    });
    repository = user.path;
    vi.spyOn(process, "cwd").mockReturnValue(repository);
    await task("edit test.sh 0 1", "create .tutti/gates.yaml gates:none", "create b.txt b", "--approve");
    const { items } = JSON.parse((await tutti("review", "--json")).out) as { items: { flags: string[] }[] };
    expect(items.map(({ flags }) => flags)).toEqual([
      ['it changed test.sh, which the gate "tests" is made of'],
      [
        expect.stringContaining("it changed .tutti/gates.yaml"),
        expect.stringContaining("nothing more can land on its target"),
      ],
      [],
    ]);
    expect((await tutti("review")).out).toContain('! it changed test.sh, which the gate "tests" is made of');
  });

  itLong("counts what is left after one was dropped", async () => {
    await task("create one.txt 1", "create two.txt 2", "--approve");
    expect((await tutti("status")).out).toContain("(2 results wait for a person's word)");
    await tutti("review", await sheetWaiting(), "--drop");
    expect((await tutti("status")).out).toContain("(1 result waits for a person's word)");
  });

  it.each<[string, readonly string[], { readonly code: number; readonly state: string }]>([
    ["lets a result land", ["--approve"], { code: 0, state: "landed" }],
    ["sends a result back", ["--send-back", "create more.txt more"], { code: 3, state: "captured" }],
    ["drops a result", ["--drop"], { code: 0, state: "cancelled" }],
  ])("%s without asking", async (_, words, { code, state }) => {
    await task("create one.txt 1", "--approve");
    const sheet = await sheetWaiting();
    expect((await tutti("review", sheet, ...words)).code).toBe(code);
    const view = JSON.parse((await tutti("status", "--json")).out) as { sheets: { state: string; attempts: number }[] };
    expect(view.sheets).toMatchObject([{ state, attempts: words[0] === "--send-back" ? 2 : 1 }]);
    expect(subjects().length).toBe(state === "landed" ? 1 : 0);
  });

  it("tries a result in this checkout and goes back", async () => {
    await task("create one.txt 1", "--approve");
    const tried = await tutti("review", await sheetWaiting(), "--try");
    expect([tried.code, tried.out, existsSync(join(repository, "one.txt"))]).toEqual([
      0,
      expect.stringContaining("Go back to main with: tutti review --back"),
      true,
    ]);
    expect(await tutti("review", "--back")).toMatchObject({
      code: 0,
      out: expect.stringContaining("is back on main.") as string,
    });
    expect([existsSync(join(repository, "one.txt")), (await tutti("review", "--back")).code]).toEqual([false, 2]);
  });

  it("takes one word at a time, about a result that waits", async () => {
    expect((await tutti("review", "x", "--approve", "--drop")).code).toBe(2);
    expect((await tutti("review", "--approve")).code).toBe(2);
    expect(await tutti("review", "x", "--approve")).toMatchObject({
      code: 2,
      err: expect.stringContaining('no result "x" waits') as string,
    });
  });
});

describe("tutti undo", () => {
  it("takes a landing back and ends with the outcome of that, as run does", async () => {
    const { job } = lastLine(await task("create one.txt 1", "--json")) as { job: { sheets: { id: string }[] } };
    const sheet = job.sheets[0]?.id ?? "";
    const undone = await tutti("undo", sheet, "--json");
    expect([undone.code, lastLine(undone)]).toMatchObject([
      0,
      { type: "result", how: { kind: "finished", failed: 0 } },
    ]);
    expect([existsSync(join(repository, "one.txt")), subjects()[0]]).toEqual([
      false,
      expect.stringMatching(/^revert: /),
    ]);
    expect((await tutti("verify")).code).toBe(0);
    expect(await tutti("undo", sheet)).toMatchObject({
      code: 2,
      err: expect.stringContaining("is undone already") as string,
    });
  });

  itLong("with --approve waits for a person's word", async () => {
    const { job } = lastLine(await task("create one.txt 1", "--json")) as { job: { sheets: { id: string }[] } };
    expect((await tutti("undo", job.sheets[0]?.id ?? "", "--approve")).code).toBe(3);
    expect((await tutti("review")).out).toContain("revert: ");
    expect(subjects()).toHaveLength(1);
  });
});
