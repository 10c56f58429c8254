import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { stringify } from "yaml";
import { afterEach, expect, it } from "vitest";
import { until } from "../kit/conductor.ts";
import { tempFolder } from "../kit/folders.ts";
import { rests, withLive } from "../kit/live.ts";
import { makeRepository } from "../kit/repository.ts";
import { scoreOf } from "./conductor/story.ts";

interface WrittenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

/** A collector: what it was sent, by path. */
interface Collector {
  readonly url: string;
  readonly sent: { readonly path: string; readonly body: string; readonly key: string | undefined }[];
  /** The status of its answers. */
  status: number;
  close(): Promise<unknown>;
}

let collector: Collector | undefined;
afterEach(() => collector?.close());

async function openCollector(): Promise<Collector> {
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      if (opened.status === 200)
        opened.sent.push({ path: request.url ?? "", body, key: request.headers["x-key"] as string });
      answer.writeHead(opened.status).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened: Collector = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sent: [],
    status: 200,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  collector = opened;
  return opened;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function spansIn({ sent }: Collector): readonly WrittenSpan[] {
  return sent
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WrittenSpan[] }[] }[] }).resourceSpans.flatMap(
        ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
}

it("a job is one trace: its attempts and their phases are spans in it, also over two conductors", async () => {
  const opened = await openCollector();
  const place = { home: join(tempFolder(), "home"), repository: makeRepository().path };
  const env = { TUTTI_TELEMETRY_ENDPOINT: opened.url, OTEL_EXPORTER_OTLP_HEADERS: "x-key=secret%20word" };
  const validations = [{ file_exists: "a.txt" }];
  const job = await withLive(
    async (live) => {
      const begun = await live.submit(
        scoreOf({ one: { script: "create a.txt a", validations }, two: `wait-for ${live.gate}` }),
      );
      await live.until(begun, ({ type, sheet }) => type === "sheet.landed" && sheet === "one");
      return begun;
    },
    { ...place, env },
  );
  await withLive(
    async (live) => {
      await live.tutti.call("job.resume", { job, folder: live.repository });
      await live.tutti.call("job.cancel", { job });
      await live.until(job, rests(1));
    },
    { ...place, env },
  );

  const spans = spansIn(opened);
  const named = (name: string): readonly WrittenSpan[] => spans.filter((span) => span.name === name);
  const [root] = named("tutti.job");
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(named("tutti.attempt").every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);
  const [landed] = named("tutti.land");
  expect(named("tutti.attempt").map(({ spanId }) => spanId)).toContain(landed?.parentSpanId);
  for (const name of ["tutti.prepare", "invoke_agent scripted", "tutti.validate"])
    expect(named(name).length).toBeGreaterThan(0);
  expect(
    spans.every(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano)),
  ).toBe(true);
  expect(opened.sent.every(({ key }) => key === "secret word")).toBe(true);
  expect(opened.sent.map(({ path }) => path)).toEqual(expect.arrayContaining(["/v1/logs", "/v1/metrics"]));
  expect(JSON.stringify(opened.sent)).not.toContain(place.home);
});

it("Prometheus reads the figures, a web page does not, and a collector that fails holds nothing up", async () => {
  const opened = await openCollector();
  opened.status = 503;
  const port = await freePort();
  const env = { TUTTI_TELEMETRY_ENDPOINT: opened.url, TUTTI_TELEMETRY_METRICS_PORT: String(port) };
  await withLive(
    async (live) => {
      const bad = { script: "create b.txt b", validations: [{ command: "false" }], retry: { attempts: 1 } };
      const job = await live.submit(scoreOf({ one: "create a.txt a", bad }));
      await live.until(job, rests(1));
      const url = `http://127.0.0.1:${String(port)}/metrics`;

      const text = await until(async () => {
        const read = await (await fetch(url)).text();
        return ["landed", "failed"].every((state) => read.includes(`tutti_sheets_total{state="${state}"} 1`))
          ? read
          : undefined;
      });

      expect(text).toContain('tutti_attempts_total{agent="scripted",good="true"} 1');
      // Its agent ended well, and its result is not good.
      expect(text).toContain('tutti_attempts_total{agent="scripted",good="false"} 1');
      expect(text).toContain('tutti_phase_duration_seconds_count{phase="agent"} 2');
      expect((await fetch(url, { headers: { origin: "https://example.com" } })).status).toBe(403);
      expect((await fetch(`http://127.0.0.1:${String(port)}/`)).status).toBe(404);
    },
    { env },
  );
});

/** Prints prose, and exports what it used as Claude Code does; without an address it only works. */
const exporter = `const { OTEL_EXPORTER_OTLP_ENDPOINT: url } = process.env;
require("node:fs").writeFileSync("a.txt", "a");
console.log("I did it. " + (url ?? "no address"));
const attributes = (more) => Object.entries(more).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const metric = (name, points) => ({
  name,
  sum: {
    aggregationTemporality: 1,
    dataPoints: points.map(([value, more]) => ({ asDouble: value, attributes: attributes(more) })),
  },
});
const metrics = [
  metric("claude_code.token.usage", [[40, { type: "input" }], [2, { type: "output" }]]),
  metric("claude_code.cost.usage", [[0.25, {}]]),
];
const send = () => fetch(url + "/v1/metrics", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }),
});
if (url !== undefined) send().then(send).then(() => process.exit(0));
`;

it("an agent that prints prose exports its tokens and cost, and they are those of its attempt", async () => {
  const profile = { kind: "cli", executable: process.execPath, args: ["-e", exporter], exports: {} };
  const silent = { ...profile, exports: undefined };
  const repository = makeRepository({
    ".tutti/agents/exporter.yaml": stringify(profile),
    ".tutti/agents/silent.yaml": stringify(silent),
  }).path;
  await withLive(
    async (live) => {
      const played = async (agent: object): Promise<readonly [number, number, number | null, number]> => {
        const sheets = [{ id: "one", agent, prompt: "do it" }];
        const job = await live.submit(JSON.stringify({ name: "exports", sheets }));
        await live.until(job, rests(1));
        const cost = (await live.tutti.call("job.status", { job, folder: "/" }))?.cost;
        return [cost?.inputTokens ?? -1, cost?.outputTokens ?? -1, cost?.usd ?? null, cost?.unknown ?? -1];
      };
      expect(await played({ use: "exporter" })).toEqual([80, 4, 0.5, 0]);
      const log = await live.tutti.call("sheet.logs", {
        folder: repository,
        sheet: "one",
        stream: "stdout",
        offset: 0,
      });
      expect(JSON.stringify(log)).toMatch(/I did it\. http:\/\/127\.0\.0\.1:\d+\/\S*REDACTED/i);
      expect(await played({ use: "silent" })).toEqual([0, 0, null, 1]);
      // A score that has it export elsewhere is not interfered with.
      const opened = await openCollector();
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: opened.url };
      expect(await played({ use: "exporter", env })).toEqual([0, 0, null, 1]);
      expect(opened.sent.map(({ path }) => path)).toEqual(["/v1/metrics", "/v1/metrics"]);
    },
    { repository },
  );
});

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

/** Names of metrics, and the labels that a query groups by, filters or shows. */
function usedIn({ expr, legendFormat }: Dashboard["panels"][number]["targets"][number]): {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
} {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
  const filtered = [...expr.matchAll(/\b(\w+)\s*=~?\s*"/g)].map(([, label = ""]) => label);
  const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
  return { metrics: expr.match(/\btutti_\w+/g) ?? [], labels: [...grouped, ...filtered, ...shown] };
}

it("every panel of the dashboard asks for metrics and labels that /metrics has", async () => {
  const { panels } = JSON.parse(readFileSync("docs/grafana.json", "utf8")) as Dashboard;
  const profile = { kind: "cli", executable: process.execPath, args: ["-e", exporter], exports: {} };
  const repository = makeRepository({ ".tutti/agents/exporter.yaml": stringify(profile) }).path;
  const port = await freePort();
  await withLive(
    async (live) => {
      const sheets = [{ id: "one", agent: "exporter", prompt: "do it" }];
      const job = await live.submit(JSON.stringify({ name: "board", sheets }));
      await live.until(job, rests(1));
      const text = await until(async () => {
        const read = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
        return read.includes("tutti_sheets_total") ? read : undefined;
      });

      const missing = panels.flatMap(({ title, targets }) =>
        targets.flatMap((target) => {
          const { metrics, labels } = usedIn(target);
          const lines = text.split("\n").filter((line) => metrics.some((name) => line.split(/[{ ]/)[0] === name));
          const isEmpty = metrics.length === 0 || lines.length === 0;
          const unknown = labels.filter((label) => !lines.every((line) => line.includes(`${label}="`)));
          return isEmpty || unknown.length > 0 ? [{ title, metrics, unknown }] : [];
        }),
      );
      expect(missing).toEqual([]);
      expect(panels.length).toBeGreaterThan(5);
    },
    { repository, env: { TUTTI_TELEMETRY_METRICS_PORT: String(port) } },
  );
});
