import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { recordingOf } from "../../../test/kit/recordings.ts";
import { streamFormats } from "../../agents/streams/formats.ts";
import type { LogTime } from "../../api/contract/sheet.ts";
import type { EpochMs } from "../../base/ids.ts";
import { cellsIn } from "../terminal/cells.ts";
import { entryLines } from "./entry-lines.ts";
import { makeTranscript } from "../../agents/transcript/transcript.ts";

function shown(form: { format: string } & Record<string, string>, text: string, times: readonly LogTime[] = []) {
  const transcript = makeTranscript(form);
  const entries = [...transcript.add({ text, offset: 0, times }), ...transcript.end()];
  return entries.flatMap((entry) => entryLines(entry).map((line) => line.text.trimStart()));
}

describe("a recorded run of a real agent", () => {
  it("of Claude Code is calls, results, words and cost, each once", () => {
    expect(shown({ format: "claude" }, recordingOf("claude", "done"))).toEqual([
      "started claude-opus-5-5",
      '> Bash mkdir -p "$(dirname hello.txt)" && echo world > hello.txt',
      "(Bash completed with no output)",
      '> Bash mkdir -p "$(dirname sub/two.txt)" && echo second > sub/two.txt',
      "(Bash completed with no output)",
      "Done: 2 of 2.",
      "ended",
      "300 tokens in, 29 out, $0.0018",
    ]);
  });

  it.each(["codex", "gemini", "opencode"] as const)("of %s has no line of JSON left", (agent) => {
    const lines = shown({ format: agent }, recordingOf(agent, "done"));
    expect(lines.filter((line) => line.includes('{"'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("> ")).length).toBe(2);
    expect(lines).toContain("Done: 2 of 2.");
    expect(lines.at(-1)).toMatch(/^300 tokens in, 29 out/);
  });

  it("that is refused says why", () => {
    expect(shown({ format: "claude" }, recordingOf("claude", "limit-refused"))).toContain(
      "failed 429: API Error: Request rejected (429) · Too many requests.",
    );
  });
});

test("an object whose places a profile names is its text and its cost", () => {
  const form = { format: "jsonl", text: "result", usd: "cost.usd" };
  expect(shown(form, '{"result":"All good.","cost":{"usd":0.5}}\n')).toEqual([
    "started",
    "All good.",
    "ended",
    "0 tokens in, 0 out, $0.50",
  ]);
});

test("a format that is not known is text", () => {
  expect(shown({ format: "of-tomorrow" }, "one\ntwo")).toEqual(["one", "two"]);
});

test("a long result is cut to its first lines and says how many more there are", () => {
  const text = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
  const lines = shown({ format: "tutti" }, JSON.stringify({ type: "got", tool: "run", text, good: false }));
  expect([lines[0], lines[1], lines.at(-1), lines.length]).toEqual(["run failed", "line 0", "… 12 more lines", 10]);
});

test("an entry has the time of the part of the log that it is in, however the log is cut", () => {
  const line = (text: string) => `${JSON.stringify({ type: "said", text })}\n`;
  const log = line("größe") + line("two") + line("three");
  const second = Buffer.byteLength(line("größe"));
  const times: readonly LogTime[] = [
    [0, 1000 as EpochMs],
    [second, 5000 as EpochMs],
  ];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: log.length }), (cut) => {
      const transcript = makeTranscript({ format: "tutti" });
      const first = transcript.add({ text: log.slice(0, cut), offset: 0, times });
      const offset = Buffer.byteLength(log.slice(0, cut));
      const all = [...first, ...transcript.add({ text: log.slice(cut), offset, times }), ...transcript.end()];
      expect(all.map(({ at }) => at)).toEqual([1000, 5000, 5000]);
    }),
  );
});

test("for any output of an agent, no line speaks to the terminal or is wider than it", () => {
  const rude = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\u001b]0;x\u0007", "\u009b2J", "漢字", "😀"));
  const event = fc.tuple(fc.constantFrom("said", "did", "got", "failed", "ended", "limited"), rude, rude);
  fc.assert(
    fc.property(fc.constantFrom(...streamFormats), fc.array(fc.oneof(rude, event)), (format, parts) => {
      const text = parts
        .map((part) =>
          typeof part === "string"
            ? part
            : JSON.stringify({ type: part[0], text: part[1], message: part[1], tool: part[1], detail: part[2] }),
        )
        .join("\n");
      const transcript = makeTranscript({ format });
      const entries = [...transcript.add({ text, offset: 0, times: [] }), ...transcript.end()];
      for (const line of entries.flatMap((entry) => entryLines(entry, { width: 40 }))) {
        expect(line.text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect(cellsIn(line.text)).toBeLessThanOrEqual(40);
      }
    }),
  );
});

test("a line without an end does not fill the memory", () => {
  const transcript = makeTranscript({ format: "claude" });
  const piece = "x".repeat(600_000);
  const entries = [0, 1, 2, 3].flatMap((at) => transcript.add({ text: piece, offset: at * piece.length, times: [] }));
  expect(entries.length).toBe(2);
});
