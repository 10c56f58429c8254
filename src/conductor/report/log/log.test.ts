import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePipes, tempFolder } from "../../../../test/kit/folders.ts";
import { makeJob } from "../../../../test/kit/jobs.ts";
import { type Told, begun, over, toldOf } from "../../../../test/kit/told.ts";
import { openKept } from "../../../process/output/kept-file.ts";
import type { LogPiece } from "../../../api/contract/sheet.ts";
import type { CommitSha, EpochMs } from "../../../base/ids.ts";
import { writeFiles } from "../../../../test/kit/repository.ts";
import { placesIn } from "../../../isolation/home/places.ts";
import type { ValidationResult, Verdict } from "../../../sheet/verdict.ts";
import type { LogAsked } from "./log.ts";

const job = makeJob("n-abcdef", ["a"]);

async function played(isPlayed = true): Promise<Told> {
  const told = await toldOf(job, { isPlayed });
  await told.tell("a", begun(1, 1));
  return told;
}

function read(told: Told, more: Partial<LogAsked> = {}): Promise<LogPiece | null> {
  return told.answers["sheet.logs"]({
    job: job.id,
    folder: "/",
    sheet: "a",
    stream: "stdout",
    offset: 0,
    limit: 100_000,
    ...more,
  });
}

describe("a log", () => {
  it("is not there before the first attempt, and empty before it prints", async () => {
    expect(await read(await toldOf(job))).toBeNull();
    expect(await read(await played())).toMatchObject({ text: "", size: 0, next: 0, isOver: false });
  });

  it("comes in pieces that cut no character in two", async () => {
    const told = await played();
    const path = told.write({ sheet: "a", number: 1 }, "stdout.log", "aé€😀z");
    const texts: string[] = [];
    for (let next = 0; next < 11; ) {
      const piece = await read(told, { offset: next, limit: 5 });
      expect(piece).toMatchObject({ path, offset: next, size: 11 });
      expect(piece?.text).not.toContain("�");
      texts.push(piece?.text ?? "");
      next = piece?.next ?? 11;
    }
    expect(texts.join("")).toBe("aé€😀z");
  });

  it("is given byte for byte where that is asked for, also where it is no text", async () => {
    const told = await played();
    const path = told.write({ sheet: "a", number: 1 }, "stdout.log", "");
    writeFileSync(path, Buffer.from([255, 10, 0, 226, 130]));
    const piece = await read(told, { bytes: true, limit: 100 });
    expect([...Buffer.from(piece?.base64 ?? "", "base64")]).toEqual([255, 10, 0, 226, 130]);
    expect(piece).toMatchObject({ text: "", next: 5 });
  });

  it("says how its lines are to be read and when they were written; one without that is text", async () => {
    const told = await played();
    const of = { sheet: "a", number: 1 };
    told.write(of, "stdout.log", "0123456789");
    expect(await read(told)).toMatchObject({ form: { format: "text" }, times: [] });
    told.write(of, "stdout.index", '{"format":"claude"}\n0 1000\n4 2000\n7 3000\nbroken\n9 40');
    const form = { format: "claude" };
    expect(await read(told)).toMatchObject({
      form,
      times: [
        [0, 1000],
        [4, 2000],
        [7, 3000],
        [9, 40],
      ],
    });
    expect(await read(told, { offset: 5, limit: 4 })).toMatchObject({
      form,
      times: [
        [4, 2000],
        [7, 3000],
      ],
    });
    expect(await read(told, { stream: "stderr" })).toMatchObject({ form: { format: "text" }, times: [] });
    told.write(of, "stdout.index", '{"format":{}}');
    expect(await read(told)).toMatchObject({ form: { format: "text" } });
  });

  it("goes on even where less than a character is asked for at a time", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", "😀😀");
    expect(await read(told, { limit: 1 })).toMatchObject({ text: "😀", next: 4 });
  });

  it("keeps half a character back while the attempt may still print the rest", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", Buffer.from("ab€").subarray(0, 4));
    expect(await read(told)).toMatchObject({ text: "ab", next: 2, size: 4, isOver: false });
    await told.tell("a", over(1, 2));
    expect(await read(told, { offset: 2 })).toMatchObject({ text: "�", next: 4, isOver: true });
  });

  it("is counted from its end by an offset below zero, from a whole character on", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", "ab€cd");
    expect(await read(told, { offset: -4 })).toMatchObject({ text: "cd", offset: 5 });
    expect(await read(told, { offset: -100 })).toMatchObject({ text: "ab€cd", offset: 0 });
    expect(await read(told, { offset: 100 })).toMatchObject({ text: "", offset: 7, next: 7 });
  });

  it("has the prompt and what went to stderr too", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stderr.log", "oh");
    told.write({ sheet: "a", number: 1 }, "prompt.md", "do it");
    expect(await read(told, { stream: "stderr" })).toMatchObject({ text: "oh" });
    expect(await read(told, { stream: "prompt" })).toMatchObject({ text: "do it" });
  });

  it("of an earlier attempt is over, and one that never was is refused", async () => {
    const told = await played();
    await told.tell("a", over(1, 2, { end: { kind: "exited", code: 1 } }), begun(2, 3));
    told.write({ sheet: "a", number: 1 }, "stdout.log", "first");
    expect(await read(told, { attempt: 1 })).toMatchObject({ text: "first", isOver: true });
    expect(await read(told)).toMatchObject({ attempt: 2, isOver: false });
    await expect(read(told, { attempt: 3 })).rejects.toMatchObject({ code: "cli.usage" });
  });

  it("of a job that no process plays is over", async () => {
    expect(await read(await played(false))).toMatchObject({ isOver: true });
  });
});

describe("the output of a validation or a gate", () => {
  const commit = "d".repeat(40) as CommitSha;
  const red = (more: Partial<ValidationResult>): Verdict => ({
    kind: "judged",
    results: [{ index: 1, description: "rule 2", passed: false, reason: "it is red", ...more }],
  });

  it("is that of its last run in the attempt, and is named where its failure is told", async () => {
    const told = await played();
    const folder = { sheet: "a", number: 1 };
    mkdirSync(join(told.folderOf("a", 1), "validations"), { recursive: true });
    told.write(folder, "validations/000000000000001-9-validation-2.log", "first");
    const log = told.write(folder, "validations/000000000000001-10-validation-2.log", "second");
    await told.tell("a", over(1, 2, { verdict: red({ log }) }));
    expect(await read(told, { validation: 2 })).toMatchObject({ text: "second", path: log, isOver: true });
    await expect(read(told, { validation: 1 })).rejects.toMatchObject({ code: "cli.usage" });
    const command = "tutti logs a --job n-abcdef --attempt 1 --validation 2";
    const asked = { job: job.id, folder: "/" };
    const view = await told.answers["job.status"](asked);
    const errors = await told.answers["job.errors"](asked);
    expect(view?.sheets[0]?.printed).toEqual([{ what: "rule 2", path: log, command }]);
    expect(errors?.sheets[0]?.attempts[0]?.printed).toEqual(view?.sheets[0]?.printed);
    expect((await told.answers["job.explain"]({ ...asked, sheet: "a" }))?.next[0]).toBe(command);
    await told.tell("a", begun(2, 3));
    expect((await told.answers["job.status"](asked))?.sheets[0]?.printed).toEqual([]);
  });

  it("of the commands that were to prepare its context is named where they failed", async () => {
    const told = await played();
    mkdirSync(join(told.folderOf("a", 1), "validations"), { recursive: true });
    const log = told.write({ sheet: "a", number: 1 }, "validations/000000000000001-1-preparation.log", "npm ci");
    const trouble = { code: "E607", detail: "npm ci exited 1", resetAt: null } as const;
    await told.tell("a", over(1, 2, { end: { kind: "not-started", detail: "" }, trouble }));
    const view = await told.answers["job.status"]({ job: job.id, folder: "/" });
    expect(view?.sheets[0]?.printed?.[0]?.command).toBe("tutti logs a --job n-abcdef --attempt 1 --preparation");
    expect(await read(told, { preparation: true })).toMatchObject({ path: log, text: "npm ci" });
  });

  it("is that of the gate that rejected the result, else of its last run since the attempt began", async () => {
    const told = await played();
    const home = told.folderOf("a", 1).split("/jobs/")[0] ?? "";
    const logs = placesIn(home).gateLogs(job.repository.commonDir);
    const write = (name: string): string => {
      writeFiles(logs, { [name]: name });
      return join(logs, name);
    };
    write("000000000000900-1-unit.log");
    await expect(read(told, { gate: "unit" })).rejects.toMatchObject({ code: "cli.usage" });
    const passed = write("000000000001500-2-unit.log");
    expect(await read(told, { gate: "unit" })).toMatchObject({ path: passed });
    const log = write("000000000001400-2-unit.log");
    const verdict = red({ description: "gate unit", log });
    await told.tell("a", over(1, 2), { kind: "rejected", at: 3000 as EpochMs, verdict, onto: commit, chance: 0 });
    expect(await read(told, { gate: "unit" })).toMatchObject({ path: log });
    const view = await told.answers["job.status"]({ job: job.id, folder: "/" });
    expect(view?.sheets[0]?.printed?.[0]?.command).toBe("tutti logs a --job n-abcdef --attempt 1 --gate unit");
  });
});

describe("a log of which the middle was dropped", () => {
  /** A head of 12 bytes, and two parts; a character is cut at each border. */
  async function dropped(): Promise<Told> {
    const told = await played();
    const [euro, attempt] = [Buffer.from("€"), { sheet: "a", number: 1 }];
    told.write(attempt, "stdout.log", Buffer.concat([Buffer.from("beginning.."), euro.subarray(0, 1)]));
    told.write(
      attempt,
      "stdout.from-100.log",
      Buffer.concat([euro.subarray(2), Buffer.from("tail "), euro.subarray(0, 2)]),
    );
    told.write(attempt, "stdout.from-108.log", Buffer.concat([euro.subarray(2), Buffer.from(" end")]));
    return told;
  }

  async function readAll(told: Told, limit: number, from = 0): Promise<{ text: string; offsets: number[] }> {
    const pieces: LogPiece[] = [];
    for (let [next, size] = [from, Infinity]; next < size; ) {
      const piece = await read(told, { offset: next, limit });
      expect(piece?.text).not.toBe("");
      if (piece === null) break;
      pieces.push(piece);
      [next, size] = [piece.next, piece.size];
    }
    return { text: pieces.map(({ text }) => text).join(""), offsets: pieces.map(({ offset }) => offset) };
  }

  it("is one text with one mark, with pieces of any size", async () => {
    const told = await dropped();
    await told.tell("a", over(1, 2));
    for (const limit of [1, 4, 5, 7, 1000])
      expect((await readAll(told, limit)).text).toBe("beginning..\n[tutti: 88 bytes dropped]\ntail € end");
  });

  it("counts what was dropped in its places, so that a follower never reads a byte twice", async () => {
    const told = await dropped();
    expect(await read(told)).toMatchObject({ offset: 0, size: 113, text: "beginning..", next: 12 });
    expect(await read(told, { offset: 12 })).toMatchObject({
      offset: 12,
      text: "\n[tutti: 88 bytes dropped]\ntail € end",
      next: 113,
    });
    expect(await read(told, { offset: 60 })).toMatchObject({
      offset: 60,
      text: "\n[tutti: 88 bytes dropped]\ntail € end",
      next: 113,
    });
    expect(await read(told, { offset: 105 })).toMatchObject({ offset: 105, text: " € end".slice(0), next: 113 });
    expect(await read(told, { offset: -4 })).toMatchObject({ offset: 109, text: " end", next: 113 });
    expect(await read(told, { offset: -50 })).toMatchObject({
      text: "\n[tutti: 88 bytes dropped]\ntail € end",
      next: 113,
    });
  });

  it("has no mark where nothing was dropped yet", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", "head");
    told.write({ sheet: "a", number: 1 }, "stdout.from-4.log", "tail");
    told.write({ sheet: "a", number: 1 }, "stdout.from-6.log", "another's");
    told.write({ sheet: "a", number: 1 }, "stdout.from-x.log", "no part");
    expect(await read(told)).toMatchObject({ text: "headtail", size: 8, next: 8 });
  });

  it("is what the program that writes it makes", async () => {
    const told = await played();
    const folder = told.folderOf("a", 1);
    mkdirSync(folder, { recursive: true });
    const kept = await openKept(join(folder, "stdout.log"), 400);
    const numbers = Array.from({ length: 500 }, (_, index) => `${String(index + 100)}\n`);
    for (const line of numbers) await kept.append(Buffer.from(line));
    await kept.close("");
    const [head = "", tail = ""] = (await readAll(told, 64)).text.split(/\n\[tutti: \d+ bytes dropped\]\n/);
    expect(head).toBe(numbers.slice(0, 50).join(""));
    expect(tail.length).toBeGreaterThanOrEqual(100);
    expect(numbers.join("").endsWith(tail)).toBe(true);
  });
});

describe("a file that an agent put in place of its log", () => {
  const secret = (): string => {
    const path = join(tempFolder(), "secret");
    writeFileSync(path, "secret");
    return path;
  };

  it("is not followed where it is a link", async () => {
    const told = await played();
    mkdirSync(told.folderOf("a", 1), { recursive: true });
    symlinkSync(secret(), join(told.folderOf("a", 1), "stdout.log"));
    expect(await read(told)).toMatchObject({ text: "", size: 0 });
  });

  it("is not followed where a part of it is one", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", "mine");
    symlinkSync(secret(), join(told.folderOf("a", 1), "stdout.from-4.log"));
    expect(await read(told)).toMatchObject({ text: "mine", size: 4 });
  });

  it("is not followed where the whole folder is one", async () => {
    const told = await played();
    told.write({ sheet: "a", number: 1 }, "stdout.log", "secret");
    const moved = join(tempFolder(), "moved");
    renameSync(told.folderOf("a", 1), moved);
    symlinkSync(moved, told.folderOf("a", 1));
    expect(await read(told)).toMatchObject({ text: "", size: 0 });
  });

  it("is not waited for where it is a pipe", async () => {
    const told = await played();
    mkdirSync(told.folderOf("a", 1), { recursive: true });
    makePipes(join(told.folderOf("a", 1), "stdout.log"));
    expect(await read(told)).toMatchObject({ text: "", size: 0 });
  });
});
