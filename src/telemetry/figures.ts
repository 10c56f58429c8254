import type { TuttiEvent } from "../api/contract/events.ts";
import { meetsItsDefinition } from "../sheet/ending/ended.ts";
import type { Attributes, Player, Span } from "./spans.ts";

/** One measured thing, with all its values. */
export interface Figure {
  readonly name: string;
  readonly about: string;
  /** As OTLP writes it: `1`, `s`, `USD`. */
  readonly unit: string;
  readonly kind: "sum" | "gauge" | "histogram";
  readonly points: readonly Point[];
}

export interface Point {
  readonly attributes: Attributes;
  /** Of a histogram: the sum. */
  readonly value: number;
  /** Of a histogram: how many values lie within each of `bounds`, and above the last. */
  readonly buckets?: readonly number[];
}

/** In seconds. */
export const bounds: readonly number[] = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** Counts what happens, since this process started. */
export interface Figures {
  hear(event: TuttiEvent, player: Player | null): void;
  took(span: Span): void;
  read(): readonly Figure[];
}

interface Series {
  readonly unit: string;
  readonly kind: Figure["kind"];
  readonly about: string;
}

const series = {
  "tutti.sheets": { kind: "sum", unit: "1", about: "Sheets that came to an end, by state." },
  "tutti.attempts": { kind: "sum", unit: "1", about: "Attempts that ended, by agent." },
  "tutti.tokens": { kind: "sum", unit: "1", about: "Tokens that agents told of, by agent and type." },
  "tutti.cost": { kind: "sum", unit: "USD", about: "Cost that agents told of, by agent." },
  "tutti.jobs.open": { kind: "gauge", unit: "1", about: "Jobs that have begun here and not ended." },
  "tutti.sheets.running": { kind: "gauge", unit: "1", about: "Sheets that an attempt runs for." },
  "tutti.phase.duration": { kind: "histogram", unit: "s", about: "How long the phases of attempts took." },
} as const satisfies Readonly<Record<string, Series>>;

type Name = keyof typeof series;

export function makeFigures(): Figures {
  const values = new Map<Name, Map<string, { attributes: Attributes; value: number; buckets?: number[] }>>();
  const jobs = new Set<string>();
  const running = new Set<string>();
  const add = (name: Name, attributes: Attributes, more: number): void => {
    const points = values.get(name) ?? new Map<string, { attributes: Attributes; value: number; buckets?: number[] }>();
    values.set(name, points);
    const key = JSON.stringify(attributes);
    const point = points.get(key) ?? { attributes, value: 0 };
    points.set(key, point);
    point.value += more;
    if (series[name].kind !== "histogram") return;
    point.buckets ??= [...bounds.map(() => 0), 0];
    const place = bounds.findIndex((bound) => more <= bound);
    const slot = place === -1 ? bounds.length : place;
    point.buckets[slot] = (point.buckets[slot] ?? 0) + 1;
  };
  return {
    hear(event, player) {
      const { job, sheet, recorded, type } = event;
      if (job === null || event.index > 0) return;
      if (recorded.about === "job") {
        if (type === "job.completed" || type === "job.failed" || type === "job.cancelled") jobs.delete(job);
        else jobs.add(job);
        return;
      }
      if (recorded.about !== "sheet" || sheet === null) return;
      const id = `${job}/${sheet}`;
      const { event: news } = recorded;
      if (news.kind === "started") running.add(id);
      if (news.kind === "ended" || news.kind === "interrupted") {
        running.delete(id);
        const agent = { agent: player?.agent ?? "unknown" };
        const isGood = news.kind === "ended" && meetsItsDefinition(news);
        // Both, so that a share can be asked for before the first that is not good.
        add("tutti.attempts", { ...agent, good: isGood }, 1);
        add("tutti.attempts", { ...agent, good: !isGood }, 0);
      }
      if (news.kind === "ended" || news.kind === "interrupted" || news.kind === "visited") {
        const agent = { agent: player?.agent ?? "unknown" };
        const { usage } = news;
        if (usage !== undefined && usage !== null) {
          add("tutti.tokens", { ...agent, type: "input" }, usage.inputTokens);
          add("tutti.tokens", { ...agent, type: "output" }, usage.outputTokens);
          if (usage.usd !== null) add("tutti.cost", agent, usage.usd);
        }
      }
      const { state } = event;
      if (state !== null && ended.has(state) && news.kind !== "approved") add("tutti.sheets", { state }, 1);
    },
    took({ name, start, end }) {
      const phase = name.startsWith("invoke_agent") ? "agent" : name.replace("tutti.", "");
      add("tutti.phase.duration", { phase }, (end - start) / 1000);
    },
    read() {
      const gauge = (name: Name, value: number): Figure => ({
        name,
        ...series[name],
        points: [{ attributes: {}, value }],
      });
      return [
        ...[...values].map(([name, points]) => ({ name, ...series[name], points: [...points.values()] })),
        gauge("tutti.jobs.open", jobs.size),
        gauge("tutti.sheets.running", running.size),
      ];
    },
  };
}

const ended: ReadonlySet<string> = new Set(["landed", "done", "failed", "cancelled", "skipped"]);
