import type { TuttiEvent } from "../api/contract/events.ts";
import type { EpochMs } from "../base/ids.ts";
import { bounds, type Figure, type Point } from "./figures.ts";
import { type Attributes, type Span, spanOf } from "./spans.ts";

/**
 * OTLP in its JSON encoding. The SDKs of OpenTelemetry time code as it runs; what is told here are facts of the journal,
 * with moments and names of their own, so that only the format is needed (docs/decisions/0026-telemetry.md).
 */
const schemaUrl = "https://opentelemetry.io/schemas/1.37.0";

export interface Source {
  readonly version: string;
  /** Names the home, and tells nothing about it. */
  readonly instance: string;
  readonly since: EpochMs;
}

export function tracesOf(source: Source, spans: readonly Span[]): object {
  return {
    resourceSpans: [{ ...resource(source), scopeSpans: [{ ...scope(source), spans: spans.map(writtenSpan) }] }],
  };
}

/** Events as log records. What agents and tools said is not among it. */
export function logsOf(source: Source, events: readonly TuttiEvent[]): object {
  const records = events.map(({ at, type, job, sheet, state }) => {
    const warns = type.endsWith("failed") || type.endsWith("conflict");
    return {
      timeUnixNano: nanos(at),
      severityNumber: warns ? 13 : 9,
      severityText: warns ? "WARN" : "INFO",
      eventName: `tutti.${type}`,
      body: { stringValue: [type, job, sheet, state].filter((word) => word !== null).join(" ") },
      ...(job === null ? {} : { traceId: spanOf(job, []).trace }),
      attributes: written({
        ...(job === null ? {} : { "tutti.job": job }),
        ...(sheet === null ? {} : { "tutti.sheet": sheet }),
        ...(state === null ? {} : { "tutti.state": state }),
      }),
    };
  });
  return { resourceLogs: [{ ...resource(source), scopeLogs: [{ ...scope(source), logRecords: records }] }] };
}

export function metricsOf(source: Source, figures: readonly Figure[], now: EpochMs): object {
  const metrics = figures.map(({ name, about, unit, kind, points }) => ({
    name,
    description: about,
    unit,
    ...(kind === "histogram"
      ? { histogram: { aggregationTemporality: 2, dataPoints: points.map((point) => bucketPoint(source, point, now)) } }
      : kind === "gauge"
        ? { gauge: { dataPoints: points.map((point) => numberPoint(source, point, now)) } }
        : {
            sum: {
              aggregationTemporality: 2,
              isMonotonic: true,
              dataPoints: points.map((point) => numberPoint(source, point, now)),
            },
          }),
  }));
  return { resourceMetrics: [{ ...resource(source), scopeMetrics: [{ ...scope(source), metrics }] }] };
}

function numberPoint({ since }: Source, { attributes, value }: Point, now: EpochMs): object {
  return {
    attributes: written(attributes),
    startTimeUnixNano: nanos(since),
    timeUnixNano: nanos(now),
    asDouble: value,
  };
}

function bucketPoint({ since }: Source, { attributes, value, buckets = [] }: Point, now: EpochMs): object {
  return {
    attributes: written(attributes),
    startTimeUnixNano: nanos(since),
    timeUnixNano: nanos(now),
    count: String(buckets.reduce((sum, count) => sum + count, 0)),
    sum: value,
    bucketCounts: buckets.map(String),
    explicitBounds: bounds,
  };
}

function writtenSpan({ trace, id, parent, name, start, end, attributes, isError }: Span): object {
  return {
    traceId: trace,
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    name,
    kind: name.startsWith("invoke_agent") ? 3 : 1,
    startTimeUnixNano: nanos(start),
    endTimeUnixNano: nanos(end),
    attributes: written(attributes),
    status: isError ? { code: 2 } : {},
  };
}

function resource({ version, instance }: Source): object {
  const attributes = written({
    "service.name": "tutti",
    "service.version": version,
    "service.instance.id": instance,
  });
  return { resource: { attributes }, schemaUrl };
}

function scope({ version }: Source): object {
  return { scope: { name: "tutti", version }, schemaUrl };
}

function written(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === "string"
        ? { stringValue: value }
        : typeof value === "boolean"
          ? { boolValue: value }
          : Number.isInteger(value)
            ? { intValue: String(value) }
            : { doubleValue: value },
  }));
}

/** As text: a moment in nanoseconds is more than a number holds. */
function nanos(at: EpochMs): string {
  return `${String(Math.round(at))}000000`;
}
