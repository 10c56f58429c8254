import type { Usage } from "../../sheet/cost/usage.ts";
import type { ModelPrice } from "../bridge-request.ts";
import { costOf } from "../profile/prices.ts";
import { listAt, textAt, valueAt } from "../streams/fields.ts";

/** Tokens and cost in what an agent exports about itself, by the names that it uses there. */
export interface Tally {
  /** `body`: a request of OTLP, as its JSON encoding has it; untrusted. */
  hear(signal: "metrics" | "logs", body: unknown): void;
  /** Of all that was heard; `null`: nothing of it was about tokens or cost. */
  readonly usage: Usage | null;
  /** The only one that it is of; `null`: several, or not known. */
  readonly model: string | null;
}

type Kind = "input" | "output" | "cacheRead" | "cacheWrite" | "usd";

/** Where an agent tells what it used. `isApart`: cached tokens are not among those of the input. */
interface Source {
  readonly kindOf: (attributes: Attributes) => Kind | null;
  readonly isApart: boolean;
}

type Attributes = Readonly<Record<string, string>>;

const byType = (key: string, kinds: Readonly<Record<string, Kind>>): Source["kindOf"] => {
  const known = new Map(Object.entries(kinds));
  return (attributes) => known.get(attributes[key] ?? "") ?? null;
};

/** By the name of the metric. Agents export the general one beside their own, so it counts only alone. */
const general = "gen_ai.client.token.usage";
const metrics: ReadonlyMap<string, Source> = new Map<string, Source>([
  [
    "claude_code.token.usage",
    {
      isApart: true,
      kindOf: byType("type", {
        input: "input",
        output: "output",
        cacheRead: "cacheRead",
        cacheCreation: "cacheWrite",
      }),
    },
  ],
  ["claude_code.cost.usage", { isApart: true, kindOf: () => "usd" }],
  [
    "gemini_cli.token.usage",
    {
      isApart: false,
      kindOf: byType("type", { input: "input", output: "output", thought: "output", cache: "cacheRead" }),
    },
  ],
  [general, { isApart: true, kindOf: byType("gen_ai.token.type", { input: "input", output: "output" }) }],
]);

/** Codex tells it in the event with which an answer of its model ends; thinking is among the output. */
const codexEvent = { name: "codex.sse_event", kind: "response.completed" };
const codexCounts: readonly (readonly [key: string, kind: Kind])[] = [
  ["input_token_count", "input"],
  ["output_token_count", "output"],
  ["cached_token_count", "cacheRead"],
  ["cache_write_token_count", "cacheWrite"],
];

/** A program that makes up series must not fill the memory. */
const mostSeries = 1_000;

interface Series {
  readonly source: string;
  readonly model: string | null;
  readonly kind: Kind;
  readonly isApart: boolean;
  value: number;
}

/** `priceOf`: for agents that tell no cost. */
export function makeTally(priceOf: (model: string | null) => ModelPrice | null): Tally {
  const series = new Map<string, Series>();
  const note = (key: string, begun: Omit<Series, "value">, add: (before: number) => number): void => {
    const known = series.get(key) ?? { ...begun, value: 0 };
    if (!series.has(key) && series.size >= mostSeries) return;
    series.set(key, known);
    known.value = add(known.value);
  };
  const hearMetric = (metric: unknown): void => {
    const name = textAt(metric, "name") ?? "";
    const source = metrics.get(name);
    const data = valueAt(metric, "sum") ?? valueAt(metric, "histogram");
    if (source === undefined) return;
    const isDelta = [1, "1", "AGGREGATION_TEMPORALITY_DELTA"].includes(
      valueAt(data, "aggregationTemporality") as string | number,
    );
    for (const point of listAt(data, "dataPoints")) {
      const attributes = attributesOf(point);
      const kind = source.kindOf(attributes);
      const value = amount(valueAt(point, "asDouble") ?? valueAt(point, "asInt") ?? valueAt(point, "sum"));
      if (kind === null || value === null) continue;
      // Each process of an agent has begun at another moment, and each counts for itself.
      const since = isDelta ? "" : String(valueAt(point, "startTimeUnixNano"));
      const key = JSON.stringify([name, since, attributes]);
      note(key, { source: name, model: modelIn(attributes), kind, isApart: source.isApart }, (before) =>
        isDelta ? before + value : Math.max(before, value),
      );
    }
  };
  const hearRecord = (record: unknown): void => {
    const attributes = attributesOf(record);
    if (attributes["event.name"] !== codexEvent.name || attributes["event.kind"] !== codexEvent.kind) return;
    const model = modelIn(attributes);
    for (const [name, kind] of codexCounts) {
      const value = amount(attributes[name]);
      if (value !== null)
        note(
          JSON.stringify([name, model]),
          { source: codexEvent.name, model, kind, isApart: false },
          (before) => before + value,
        );
    }
  };
  return {
    hear(signal, body) {
      if (signal === "metrics") for (const metric of within(body, "Metrics", "metrics")) hearMetric(metric);
      else for (const record of within(body, "Logs", "logRecords")) hearRecord(record);
    },
    get usage() {
      return usageOf([...series.values()], priceOf);
    },
    get model() {
      const [only = null, ...others] = new Set([...series.values()].map(({ model }) => model));
      return others.length === 0 ? only : null;
    },
  };
}

function usageOf(all: readonly Series[], priceOf: (model: string | null) => ModelPrice | null): Usage | null {
  const isGeneral = all.every(({ source }) => source === general);
  const counted = all.filter(({ source }) => isGeneral || source !== general);
  if (counted.length === 0) return null;
  const told = counted.filter(({ kind }) => kind === "usd");
  const byModel = [...Map.groupBy(counted, ({ model }) => model)].map(([model, its]) => {
    const tokens = tokensOf(its);
    const price = priceOf(model);
    return { tokens, usd: price === null ? null : costOf(tokens, price) };
  });
  const sum = (of: (one: (typeof byModel)[number]) => number): number =>
    byModel.reduce((before, one) => before + of(one), 0);
  return {
    inputTokens: sum(({ tokens }) => tokens.inputTokens),
    outputTokens: sum(({ tokens }) => tokens.outputTokens),
    cacheReadTokens: sum(({ tokens }) => tokens.cacheReadTokens),
    cacheWriteTokens: sum(({ tokens }) => tokens.cacheWriteTokens),
    usd:
      told.length > 0
        ? told.reduce((before, { value }) => before + value, 0)
        : byModel.some(({ usd }) => usd === null)
          ? null
          : sum(({ usd }) => usd ?? 0),
  };
}

/** Of one model. Some agents count what came from the cache in the input, too. */
function tokensOf(its: readonly Series[]): Omit<Usage, "usd"> {
  const total = (kind: Kind): number =>
    its.filter((one) => one.kind === kind).reduce((before, { value }) => before + value, 0);
  const cached = its
    .filter(({ kind, isApart }) => !isApart && (kind === "cacheRead" || kind === "cacheWrite"))
    .reduce((before, { value }) => before + value, 0);
  return {
    inputTokens: Math.max(0, total("input") - cached),
    outputTokens: total("output"),
    cacheReadTokens: total("cacheRead"),
    cacheWriteTokens: total("cacheWrite"),
  };
}

function within(body: unknown, signal: "Metrics" | "Logs", what: string): readonly unknown[] {
  return listAt(body, `resource${signal}`)
    .flatMap((resource) => listAt(resource, `scope${signal}`))
    .flatMap((scope) => listAt(scope, what));
}

function attributesOf(value: unknown): Attributes {
  return Object.fromEntries(
    listAt(value, "attributes").flatMap((attribute) => {
      const key = textAt(attribute, "key");
      const [found] = Object.values(valueAt(attribute, "value") ?? {}) as readonly unknown[];
      const isShort = ["string", "number", "boolean"].includes(typeof found) && String(found).length <= longestText;
      return key === null || key.length > longestText || !isShort ? [] : [[key, String(found)]];
    }),
  );
}

const longestText = 200;

function modelIn(attributes: Attributes): string | null {
  return attributes["model"] ?? attributes["gen_ai.response.model"] ?? attributes["gen_ai.request.model"] ?? null;
}

/** OTLP writes whole numbers as text in JSON. Nothing is ever given back. */
function amount(value: unknown): number | null {
  const number = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return Number.isFinite(number) && number >= 0 ? number : null;
}
