import fc from "fast-check";
import { expect, test } from "vitest";
import { readAll, recordedAt, recordingOf } from "../../../test/kit/recordings.ts";
import { streamFormats } from "./formats.ts";
import { readerFor } from "./reader-for.ts";

const places = {
  session: "a.b",
  model: "type",
  text: "message",
  error: "error",
  input_tokens: "usage.input_tokens",
  usd: "usage",
};
const reader = (format: (typeof streamFormats)[number]) => readerFor({ format, ...places })(() => recordedAt);
const types =
  "system assistant result rate_limit_event thread.started item.started item.completed turn.completed turn.failed error init message tool_use step_finish text started said did spent limited failed ended rate_limit";

/** Lines that look like events and hold anything where something is expected. */
const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .tuple(
      fc.constantFrom(...types.split(" ")),
      fc.dictionary(
        fc.constantFrom("subtype", "message", "item", "usage", "error", "part", "stats", "content"),
        fc.jsonValue(),
      ),
    )
    .map(([type, rest]) => JSON.stringify({ type, subtype: "init", ...rest })),
);

test.each(streamFormats)("for any output as %s, nothing is thrown and no detail is long", (format) => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 20 }), (lines) => {
      const events = readAll(reader(format), lines.join("\n"));
      expect(events.filter((event) => event.kind === "did" && event.detail.length > 200)).toEqual([]);
    }),
  );
});

test.each(["claude", "codex", "gemini", "opencode", "tutti"] as const)(
  "a line that is cut off in the middle is not read by %s, and an unknown event is no matter",
  (format) => {
    const known =
      format === "tutti" ? '{"type":"said","text":"hello"}' : (recordingOf(format, "done").split("\n")[0] ?? "");

    expect(reader(format).line(known.slice(0, -10))).toEqual([{ kind: "unread" }]);
    expect(
      reader(format)
        .line('{"type":"something.new","value":1}')
        .filter(({ kind }) => kind !== "started"),
    ).toEqual([]);
    expect(reader(format).line("  ")).toEqual([]);
    expect(reader(format).line('{"no":"type"}')).toEqual([{ kind: "unread" }]);
  },
);

test("a line as long as a film is not even parsed", () => {
  expect(reader("tutti").line(`{"type":"said","text":"${"x".repeat(17 * 1024 * 1024)}"}`)).toEqual([
    { kind: "unread" },
  ]);
});

test("prose is not read at all", () => {
  expect(readAll(reader("text"), "error: 429 tests failed\n{}")).toEqual([]);
});

test("the detail of a tool is one line of at most 200 characters", () => {
  const [event] = reader("tutti").line(
    JSON.stringify({ type: "did", tool: "run", detail: `a\n\tb ${"x".repeat(500)}` }),
  );

  expect(event).toMatchObject({ kind: "did", detail: expect.stringMatching(/^a b x{195}…$/) as string });
});
