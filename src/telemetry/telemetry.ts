import { createHash } from "node:crypto";
import type { TuttiEvent } from "../api/contract/events.ts";
import { codeOf, messageOf } from "../base/error.ts";
import type { EpochMs, JobId } from "../base/ids.ts";
import { makeFigures } from "./figures.ts";
import { logsOf, metricsOf, type Source, tracesOf } from "./otlp.ts";
import { openOutbox, type Outbox } from "./outbox.ts";
import { prometheusText } from "./prometheus.ts";
import { type MetricsServer, serveMetrics } from "./serve.ts";
import { makeSpans, type Player, type Span } from "./spans.ts";

/** Tells others what happens here: a collector of OpenTelemetry, and Prometheus. */
export interface Telemetry {
  hear(event: TuttiEvent): void;
  /** Of a job that goes on: what happened before this process, and was told by an earlier one. */
  recall(event: TuttiEvent): void;
  close(): Promise<void>;
}

export interface TelemetryHow {
  readonly version: string;
  readonly home: string;
  readonly now: () => EpochMs;
  /** `null`: nothing is sent. */
  readonly endpoint: string | null;
  /** For the collector; they may be secrets and are only in memory. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null`: nothing is served. */
  readonly port: number | null;
  /** Whom a sheet is with. */
  readonly playerOf: (job: JobId, sheet: string) => Promise<Player | null>;
  readonly notice: (text: string) => void;
  readonly everyMs?: number;
}

const usualMs = 5_000;
const mostWaiting = 20_000;

export async function openTelemetry(how: TelemetryHow): Promise<Telemetry> {
  const source: Source = {
    version: how.version,
    instance: createHash("sha256").update(how.home).digest("hex").slice(0, 16),
    since: how.now(),
  };
  const spans = makeSpans();
  const figures = makeFigures();
  const waiting: { spans: Span[]; events: TuttiEvent[]; dropped: number } = { spans: [], events: [], dropped: 0 };
  const isSent = how.endpoint !== null;
  let heard: Promise<void> = Promise.resolve();
  const take = async (event: TuttiEvent): Promise<void> => {
    const { job, sheet, recorded, index } = event;
    const kind = recorded.about === "sheet" && index === 0 ? recorded.event.kind : "";
    const isEnd = kind === "ended" || kind === "interrupted" || kind === "visited";
    const player = isEnd && job !== null && sheet !== null ? await how.playerOf(job, sheet).catch(() => null) : null;
    const made = spans.hear(event, player);
    figures.hear(event, player);
    for (const span of made) if (span.name !== "tutti.job" && span.name !== "tutti.attempt") figures.took(span);
    if (!isSent) return;
    if (waiting.spans.length + waiting.events.length >= mostWaiting) waiting.dropped += 1;
    else {
      waiting.spans.push(...made);
      waiting.events.push(event);
    }
  };
  const due = (): readonly (readonly [string, object])[] => {
    const batch = { spans: waiting.spans.splice(0), events: waiting.events.splice(0) };
    if (waiting.dropped > 0) how.notice(`telemetry: ${String(waiting.dropped)} events came faster than they are sent`);
    waiting.dropped = 0;
    return [
      ...(batch.spans.length === 0 ? [] : [["traces", tracesOf(source, batch.spans)] as const]),
      ...(batch.events.length === 0 ? [] : [["logs", logsOf(source, batch.events)] as const]),
      ["metrics", metricsOf(source, figures.read(), how.now())] as const,
    ];
  };
  const everyMs = how.everyMs ?? usualMs;
  const outbox: Outbox | null =
    how.endpoint === null ? null : openOutbox({ ...how, endpoint: how.endpoint, everyMs, due });
  const server = how.port === null ? null : await served(how.port, how.notice, () => prometheusText(figures.read()));
  return {
    recall: (event) => void spans.hear(event, null),
    // One after the other, in the order of the journal.
    hear: (event) => void (heard = heard.then(() => take(event)).catch(() => undefined)),
    async close() {
      await heard;
      await outbox?.close();
      await server?.close();
    },
  };
}

/** A port that is taken keeps no job from running. */
async function served(port: number, notice: (text: string) => void, text: () => string): Promise<MetricsServer | null> {
  try {
    return await serveMetrics(port, text);
  } catch (error) {
    notice(`metrics can't be served on port ${String(port)}: ${codeOf(error) ?? messageOf(error)}`);
    return null;
  }
}

/** `a=b,c=d`, as OTEL_EXPORTER_OTLP_HEADERS has it. */
export function headersFrom(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("=", 2).map((word) => decodeURIComponent(word.trim())))
      .filter((pair): pair is [string, string] => pair.length === 2 && pair[0] !== ""),
  );
}
