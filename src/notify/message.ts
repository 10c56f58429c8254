import { clip, flat, isoTime, listOf, plural } from "../base/text.ts";
import type { Channel } from "../config/notifications/channels.ts";
import type { Topic } from "../score/notifications/wish.ts";
import { scoreEngine } from "../score/template/variables.ts";
import type { Delivery, DeliveryItem } from "../store/delivery.ts";

/** The message of a channel. All of its texts are plain: each channel escapes what it would take for markup. */
export interface Message {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly count: number;
  readonly items: readonly DeliveryItem[];
}

/** In Tutti's words, or in those of the channel's templates. */
export function messageOf({ id, count, items }: Delivery, channel: Pick<Channel, "title" | "text">): Message {
  const own = { title: titleOf(items, count), text: linesOf(items, count).join("\n") };
  const values = { ...own, id, count, events: items.map(eventValues) };
  const title = filled(channel.title, own.title, values);
  const text = filled(channel.text, own.text, values);
  const faults = [...title.fault, ...text.fault].map((why) => `The template of this channel is wrong: ${why}`);
  return { id, count, items, title: clip(flat(title.text), 200), text: [text.text, ...faults].join("\n") };
}

/** A template that can't be filled in loses no message. */
function filled(
  template: string | null,
  own: string,
  values: Readonly<Record<string, unknown>>,
): { readonly text: string; readonly fault: readonly string[] } {
  if (template === null) return { text: own, fault: [] };
  const rendered = scoreEngine({ plain: {}, numbered: "" }).render({ text: template, includes: {} }, values);
  return rendered.kind === "text" ? { text: rendered.text, fault: [] } : { text: own, fault: [rendered.why] };
}

function eventValues({ topic, at, job, sheet, text }: DeliveryItem): Readonly<Record<string, unknown>> {
  return {
    topic,
    at: isoTime(at),
    job: job?.id ?? "",
    name: job?.name ?? "",
    sheet: sheet?.id ?? "",
    title: sheet?.title ?? "",
    text,
  };
}

const nouns: Readonly<Record<Topic, readonly [one: string, several: string]>> = {
  started: ["job started", "jobs started"],
  finished: ["job finished", "jobs finished"],
  failed: ["job failed", "jobs failed"],
  cancelled: ["job cancelled", "jobs cancelled"],
  paused: ["job paused", "jobs paused"],
  needs_person: ["waits for you", "wait for you"],
  limit: ["limit", "limits"],
  cost: ["cost limit", "cost limits"],
  landed: ["sheet landed", "sheets landed"],
  sheet_started: ["sheet started", "sheets started"],
  sheet_done: ["sheet done", "sheets done"],
  sheet_failed: ["sheet failed", "sheets failed"],
};

/** `nightly: 10 sheets failed and 1 job failed`. */
function titleOf(items: readonly DeliveryItem[], count: number): string {
  const names = [...new Set(items.flatMap(({ job }) => (job === null ? [] : [job.name])))];
  const counts = new Map<Topic, number>();
  for (const { topic } of items) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const parts = [...counts].map(([topic, many]) => plural(many, ...nouns[topic]));
  const whose = names.length === 0 ? "Tutti" : names.length <= 2 ? names.join(" and ") : plural(names.length, "job");
  return `${whose}: ${listOf(parts)}${count > items.length ? " and more" : ""}`;
}

const mostLines = 20;

function linesOf(items: readonly DeliveryItem[], count: number): readonly string[] {
  const lines = items.slice(0, mostLines).map(({ text }) => text);
  const rest = count - lines.length;
  const jobs = [...new Set(items.flatMap(({ job }) => (job === null ? [] : [job.id])))];
  return [
    ...lines,
    ...(rest > 0 ? [`and ${String(rest)} more`] : []),
    ...(jobs.length === 1 ? [`tutti status ${jobs[0] ?? ""}`] : []),
  ];
}
