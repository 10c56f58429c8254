import { createHash } from "node:crypto";
import type { TuttiEvent } from "../api/contract/events.ts";
import type { EpochMs } from "../base/ids.ts";
import type { Usage } from "../sheet/cost/usage.ts";
import type { Ended } from "../sheet/events/event.ts";
import { allPass } from "../sheet/verdict.ts";

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Something that took time, and is over. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** Whom a sheet is with. */
export interface Player {
  readonly agent: string;
  readonly model: string | null;
}

/** Makes spans of events: a job is a trace, its attempts and their phases are spans. */
export interface Spans {
  /** `player`: of the event's sheet, as far as it is known. */
  hear(event: TuttiEvent, player: Player | null): readonly Span[];
}

interface OpenSheet {
  readonly attempt: number;
  readonly start: EpochMs;
  landing: EpochMs | null;
}

interface OpenJob {
  readonly start: EpochMs;
  readonly sheets: Map<string, OpenSheet>;
}

export function makeSpans(): Spans {
  const jobs = new Map<string, OpenJob>();
  return {
    hear(event, player) {
      const { job, sheet, at, recorded } = event;
      // Of the events of one position, the first stands for all.
      if (job === null || event.index > 0) return [];
      const open = jobs.get(job) ?? { start: at, sheets: new Map<string, OpenSheet>() };
      jobs.set(job, open);
      if (recorded.about === "job") {
        const { kind } = recorded.event;
        if (kind !== "finished" && kind !== "cancelled") return [];
        jobs.delete(job);
        const isError = event.type === "job.failed";
        return [
          {
            ...spanOf(job, []),
            name: "tutti.job",
            start: open.start,
            end: at,
            attributes: { "tutti.job": job },
            isError,
          },
        ];
      }
      return recorded.about === "sheet" && sheet !== null ? sheetSpans(open, { ...event, job, sheet }, player) : [];
    },
  };
}

type SheetNews = TuttiEvent & { readonly job: string; readonly sheet: string };

function sheetSpans(job: OpenJob, news: SheetNews, player: Player | null): readonly Span[] {
  const { at, recorded } = news;
  if (recorded.about !== "sheet") return [];
  const { event } = recorded;
  if (event.kind === "started") {
    job.sheets.set(news.sheet, { attempt: event.attempt, start: at, landing: null });
    return [];
  }
  const sheet = job.sheets.get(news.sheet);
  if (sheet === undefined) return [];
  const about = { news, sheet, player };
  switch (event.kind) {
    case "ended":
      return [...phases(about, event), attemptSpan(about, event.trouble?.code ?? null)];
    case "interrupted":
      return [attemptSpan(about, "interrupted")];
    case "landing":
      sheet.landing = at;
      return [];
    case "landed":
    case "merged":
      return landingSpan(about, false);
    case "withdrawn":
    case "conflicted":
    case "rejected":
      return landingSpan(about, true);
    default:
      return [];
  }
}

interface About {
  readonly news: SheetNews;
  readonly sheet: OpenSheet;
  readonly player: Player | null;
}

/** Where an attempt's time went, one phase after the other. */
function phases(about: About, { spent, usage, trouble, verdict }: Ended): readonly Span[] {
  const { news, sheet, player } = about;
  const attempt = String(sheet.attempt);
  let start: number = sheet.start;
  const phase = (kind: string, ms: number): Omit<Span, "name" | "isError"> => {
    const from = start;
    start += ms;
    return {
      ...spanOf(news.job, [news.sheet, attempt, kind], [news.sheet, attempt]),
      start: from as EpochMs,
      end: start as EpochMs,
      attributes: sheetAttributes(news, sheet),
    };
  };
  const prepare = { ...phase("prepare", spent.contextMs), name: "tutti.prepare", isError: false };
  const run = phase("agent", spent.agentMs);
  const capture = { ...phase("capture", spent.captureMs), name: "tutti.capture", isError: false };
  const validate = { ...phase("validate", spent.checksMs), name: "tutti.validate", isError: !allPass(verdict) };
  const name = player === null ? "invoke_agent" : `invoke_agent ${player.agent}`;
  const attributes = { ...run.attributes, ...agentAttributes(player), ...usageOf(usage ?? null) };
  return [
    prepare,
    ...(usage === undefined && spent.agentMs === 0 ? [] : [{ ...run, name, attributes, isError: trouble !== null }]),
    capture,
    ...(spent.checksMs === 0 ? [] : [validate]),
  ];
}

function landingSpan({ news, sheet }: About, isError: boolean): readonly Span[] {
  const { landing } = sheet;
  sheet.landing = null;
  if (landing === null) return [];
  const attempt = String(sheet.attempt);
  return [
    {
      ...spanOf(news.job, [news.sheet, attempt, "land", String(landing)], [news.sheet, attempt]),
      name: "tutti.land",
      start: landing,
      end: news.at,
      attributes: sheetAttributes(news, sheet),
      isError,
    },
  ];
}

function attemptSpan({ news, sheet, player }: About, code: string | null): Span {
  return {
    ...spanOf(news.job, [news.sheet, String(sheet.attempt)], []),
    name: "tutti.attempt",
    start: sheet.start,
    end: news.at,
    attributes: {
      ...sheetAttributes(news, sheet),
      ...(player === null ? {} : { "tutti.agent": player.agent }),
      ...(code === null ? {} : { "error.type": code }),
      ...(news.state === null ? {} : { "tutti.state": news.state }),
    },
    isError: code !== null,
  };
}

function sheetAttributes({ job, sheet }: SheetNews, { attempt }: OpenSheet): Attributes {
  return { "tutti.job": job, "tutti.sheet": sheet, "tutti.attempt": attempt };
}

/** Names of the semantic conventions for generative AI, of the version that `schemaUrl` in otlp.ts pins. */
function agentAttributes(player: Player | null): Attributes {
  return {
    "gen_ai.operation.name": "invoke_agent",
    ...(player === null ? {} : { "gen_ai.agent.name": player.agent }),
    ...(player === null || player.model === null ? {} : { "gen_ai.request.model": player.model }),
  };
}

function usageOf(usage: Usage | null): Attributes {
  if (usage === null) return {};
  return {
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    ...(usage.usd === null ? {} : { "tutti.cost_usd": usage.usd }),
  };
}

/** The same span has the same name in every process: what is told twice is one span. */
export function spanOf(
  job: string,
  path: readonly string[],
  above?: readonly string[],
): Pick<Span, "trace" | "id" | "parent"> {
  return {
    trace: digest(["trace", job]).slice(0, 32),
    id: digest(["span", job, ...path]).slice(0, 16),
    parent: above === undefined ? null : digest(["span", job, ...above]).slice(0, 16),
  };
}

function digest(words: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex");
}
