import type { Bus } from "../api/events/bus.ts";
import type { Handlers } from "../api/methods/table.ts";
import { messageOf } from "../base/error.ts";
import type { JobId } from "../base/ids.ts";
import { realWorld } from "../base/real-world.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Opening, Setting } from "./setting.ts";

interface Told {
  readonly setting: Setting;
  readonly opening: Pick<Opening, "notice"> & { readonly version: string };
}

interface Sources {
  readonly bus: Bus;
  readonly handlers: Pick<Handlers, "job.list" | "job.history" | "sheet.status">;
}

/** Tells a collector and Prometheus what happens, where the settings ask for it; nothing is loaded otherwise. */
export async function tellOthers(
  { setting, opening }: Told,
  { bus, handlers }: Sources,
): Promise<{ close(): Promise<void> } | null> {
  const { "telemetry.endpoint": endpoint, "telemetry.metrics_port": port } = setting.settings();
  if (endpoint === null && port === null) return null;
  const { headersFrom, openTelemetry } = await import("../telemetry/telemetry.ts");
  const telemetry = await openTelemetry({
    version: opening.version,
    home: setting.home,
    now: () => realWorld.now(),
    endpoint,
    headers: headersFrom(setting.env["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""),
    port,
    playerOf: (job, sheet) => handlers["sheet.status"]({ job, folder: "/", sheet }),
    notice: opening.notice,
  });
  await recallOpen(telemetry, handlers).catch((error: unknown) => {
    opening.notice(`telemetry: spans of jobs that go on are not whole: ${messageOf(error)}`);
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
async function recallOpen(telemetry: Telemetry, handlers: Sources["handlers"]): Promise<void> {
  for (const { id, status, archived } of await handlers["job.list"]({})) {
    if (status === "finished" || status === "cancelled" || archived === true) continue;
    await recall(telemetry, handlers, id);
  }
}

const pageEvents = 1_000;

async function recall(telemetry: Telemetry, handlers: Sources["handlers"], job: JobId): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const page = await handlers["job.history"]({ job, folder: "/", after, limit: pageEvents });
    for (const event of page?.events ?? []) telemetry.recall(event);
    after = page?.next ?? null;
  }
}
