import type { Bus } from "../api/events/bus.ts";
import type { Handlers } from "../api/methods/table.ts";
import { messageOf } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { realWorld } from "../base/world/real-world.ts";
import { type Telemetry, type TelemetryHow, headersFrom, openTelemetry } from "./telemetry.ts";

export interface TelemetrySources {
  readonly bus: Bus;
  readonly handlers: Pick<Handlers, "job.list" | "job.history" | "sheet.status">;
}

export interface Telling {
  close(): Promise<void>;
}

interface Wanted extends Pick<TelemetryHow, "version" | "home" | "endpoint" | "port" | "notice"> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Sends the events of a bus to a collector and to Prometheus. */
export async function followBus({ env, ...wanted }: Wanted, { bus, handlers }: TelemetrySources): Promise<Telling> {
  const telemetry = await openTelemetry({
    ...wanted,
    now: () => realWorld.now(),
    headers: headersFrom(env["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""),
    playerOf: (job, sheet) => handlers["sheet.status"]({ job, folder: "/", sheet }),
  });
  await recallOpen(telemetry, handlers).catch((error: unknown) => {
    wanted.notice(`telemetry: spans of jobs that go on are not whole: ${messageOf(error)}`);
  });
  const following = await bus.follow(
    {},
    {
      write(events) {
        for (const event of events) telemetry.hear(event);
        return true;
      },
      onDrain: (call) => queueMicrotask(call),
      missed: () => undefined,
      lost: () => undefined,
    },
  );
  return {
    async close() {
      await following.stop();
      await telemetry.close();
    },
  };
}

/** Jobs that were begun before this process: their spans have begun, too. */
async function recallOpen(telemetry: Telemetry, handlers: TelemetrySources["handlers"]): Promise<void> {
  for (const { id, status, archived } of await handlers["job.list"]({})) {
    if (status === "finished" || status === "cancelled" || archived === true) continue;
    await recall(telemetry, handlers, id);
  }
}

const pageEvents = 1_000;

async function recall(telemetry: Telemetry, handlers: TelemetrySources["handlers"], job: JobId): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const page = await handlers["job.history"]({ job, folder: "/", after, limit: pageEvents });
    for (const event of page?.events ?? []) telemetry.recall(event);
    after = page?.next ?? null;
  }
}
