import { readFileSync } from "node:fs";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, it } from "vitest";
import { fromProtobuf } from "./protobuf.ts";
import { makeTally } from "./tally.ts";

const file = (name: string): string => readFileSync(new URL(`recorded/${name}`, import.meta.url), "utf8");
const recorded = (name: string): unknown => JSON.parse(file(`${name}.json`));
const noPrice = () => null;
const prices = (model: string | null) =>
  model === null ? null : { input: 10, output: 100, cacheRead: 1, cacheWrite: null };

interface MadePoint {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly value: number | string;
  readonly since?: string;
}

function metric(name: string, temporality: number, points: readonly MadePoint[]): unknown {
  const dataPoints = points.map(({ attributes = {}, value, since = "1" }) => ({
    attributes: Object.entries(attributes).map(([key, text]) => ({ key, value: { stringValue: text } })),
    startTimeUnixNano: since,
    asInt: value,
  }));
  const one = { name, sum: { aggregationTemporality: temporality, dataPoints } };
  return { resourceMetrics: [{ scopeMetrics: [{ metrics: [one] }] }] };
}

describe("the export of an agent about itself", () => {
  it("Claude Code tells tokens and cost, in JSON", () => {
    const tally = makeTally(noPrice);
    tally.hear("metrics", recorded("claude-2.1.325-metrics"));
    expect(tally.usage).toEqual({
      inputTokens: 200,
      outputTokens: 18,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      usd: 0.00116,
    });
    expect(tally.model).toBe("claude-opus-5-5");
  });

  it("and the same in the binary encoding", () => {
    const tally = makeTally(noPrice);
    const bytes = Buffer.from(file("claude-2.1.325-metrics.protobuf.base64"), "base64");
    tally.hear("metrics", fromProtobuf("metrics", bytes));
    expect(tally.usage).toMatchObject({ inputTokens: 200, outputTokens: 18, usd: 0.00116 });
  });

  it("Codex tells tokens in events, which get a price by the model", () => {
    const tally = makeTally(prices);
    tally.hear("logs", recorded("codex-0.166.0-logs"));
    expect(tally.usage).toEqual({
      inputTokens: 200,
      outputTokens: 18,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      usd: (200 * 10 + 18 * 100) / 1e6,
    });
  });

  it("Gemini CLI exports the general metric beside its own, and it is counted once", () => {
    const tally = makeTally(noPrice);
    tally.hear("metrics", recorded("gemini-0.61.0-metrics"));
    // Totals counted from its start come again with every export.
    tally.hear("metrics", recorded("gemini-0.61.0-metrics"));
    expect(tally.usage).toMatchObject({ inputTokens: 200, outputTokens: 18, usd: null });
  });

  it("deltas add up; sums since a start replace each other, one for each process", () => {
    const tally = makeTally(noPrice);
    const input = { type: "input" };
    for (const value of [3, 4])
      tally.hear("metrics", metric("claude_code.token.usage", 1, [{ attributes: input, value }]));
    for (const [since, value] of [
      ["1", 10],
      ["1", 25],
      ["2", 5],
    ] as const)
      tally.hear("metrics", metric("gemini_cli.token.usage", 2, [{ attributes: input, value, since }]));
    expect(tally.usage?.inputTokens).toBe(7 + 25 + 5);
  });

  it("any agent may use the general metric alone; tokens from a cache are taken out of Gemini's input", () => {
    const tally = makeTally(noPrice);
    const general = { "gen_ai.token.type": "output", "gen_ai.request.model": "m" };
    tally.hear("metrics", metric("gen_ai.client.token.usage", 1, [{ attributes: general, value: "7" }]));
    expect(tally.usage).toMatchObject({ outputTokens: 7 });
    const gemini = makeTally(prices);
    const points = [
      { attributes: { type: "input", model: "m" }, value: 100 },
      { attributes: { type: "cache", model: "m" }, value: 40 },
      { attributes: { type: "thought", model: "m" }, value: 2 },
    ];
    gemini.hear("metrics", metric("gemini_cli.token.usage", 2, points));
    expect(gemini.usage).toEqual({
      inputTokens: 60,
      outputTokens: 2,
      cacheReadTokens: 40,
      cacheWriteTokens: 0,
      usd: (60 * 10 + 2 * 100 + 40 * 1) / 1e6,
    });
  });

  it.each([
    ["nothing", {}],
    ["no object", 7],
    ["other metrics", metric("http.requests", 1, [{ value: 5 }])],
    ["negative numbers", metric("claude_code.cost.usage", 1, [{ value: -5 }])],
    ["what is no number", metric("claude_code.cost.usage", 1, [{ value: "much" }])],
    ["what is not shaped like it", { resourceMetrics: [{ scopeMetrics: { metrics: 7 } }, null] }],
  ])("%s says nothing", (_, body) => {
    const tally = makeTally(noPrice);
    tally.hear("metrics", body);
    tally.hear("logs", body);
    expect(tally.usage).toBeNull();
  });

  it("a program that makes up series fills no memory", () => {
    const tally = makeTally(noPrice);
    const points = Array.from({ length: 5_000 }, (_, at) => ({
      attributes: { type: "input", session: String(at) },
      value: 1,
    }));
    tally.hear("metrics", metric("claude_code.token.usage", 1, points));
    expect(tally.usage?.inputTokens).toBe(1_000);
  });
});

describe("the binary encoding", () => {
  const written = (number: number, inner: Uint8Array): Uint8Array =>
    new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(inner).finish();

  it("unknown fields are skipped, whole numbers and log records read", () => {
    const text = (value: string): Uint8Array =>
      new BinaryWriter().tag(1, WireType.LengthDelimited).string(value).finish();
    const attribute = (key: string, value: Uint8Array): Uint8Array =>
      written(6, Buffer.concat([text(key), written(2, value)]));
    const whole = new BinaryWriter().tag(3, WireType.Varint).int64(42).finish();
    const unknown = new BinaryWriter().tag(99, WireType.Varint).int32(1).finish();
    const record = Buffer.concat([
      unknown,
      attribute("event.name", text("codex.sse_event")),
      attribute("event.kind", text("response.completed")),
      attribute("output_token_count", whole),
    ]);
    const tally = makeTally(noPrice);
    tally.hear("logs", fromProtobuf("logs", written(1, written(2, written(2, record)))));
    expect(tally.usage?.outputTokens).toBe(42);
  });

  it.each([
    ["a message that is cut off", written(1, written(2, new Uint8Array(9))).subarray(0, 8)],
    ["a field that ends outside its message", Buffer.from([10, 1, 10])],
  ])("%s is refused", (_, bytes) => {
    expect(fromProtobuf("metrics", bytes)).toBeNull();
  });
});
