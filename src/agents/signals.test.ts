import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandAgent } from "./command.ts";
import { makeFolder, makeRequest, runAgent } from "../../test/kit/agents.ts";
import { parseSignals, readSignals } from "./signals.ts";

const line = '{"type":"rate_limit","reset_at_ms":1700000000000}\n';
const signal = { kind: "rate-limit", resetAt: 1_700_000_000_000 };

test("a reported limit is read with its reset, other facts are passed over, bad lines are counted", () => {
  const text = `${line}\n{"type":"progress","done":3}\nnonsense\n[1]\n{"no":"type"}\nnull\n{"type":"rate_limit"}`;
  expect(parseSignals(text)).toEqual({ signals: [signal, { kind: "rate-limit", resetAt: null }], badLines: 4 });
});

test("a reset that is no moment is no reset", () => {
  const resets = ['"soon"', "-1", "1e400", "1.5", "null"].map((value) => `{"type":"rate_limit","reset_at_ms":${value}}`);
  expect(parseSignals(resets.join("\n"))).toEqual({ signals: resets.map(() => ({ kind: "rate-limit", resetAt: null })), badLines: 0 });
});

test("of a huge file only the end is read, from a whole line on", async () => {
  const path = join(makeFolder(), "events");
  writeFileSync(path, `${line}${"x".repeat(2_000_000)}\n${line}`);
  expect(await readSignals(path)).toEqual({ signals: [signal], badLines: 0 });
});

test("no file is no signal", async () => {
  expect(await readSignals("/nonexistent/events")).toEqual({ signals: [], badLines: 0 });
});

test("an agent that puts a link, a pipe or a folder in the file's place reports nothing and holds nobody up", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "real"), line);
  symlinkSync(join(folder, "real"), join(folder, "link"));
  const script = `mkfifo ${folder}/pipe`;
  await runAgent(commandAgent({ kind: "command", argv: ["sh", "-c", script], prompt: "stdin", env: {} }), makeRequest(""));
  for (const name of ["link", "pipe", "."]) expect(await readSignals(join(folder, name))).toEqual({ signals: [], badLines: 0 });
});
