import { EventEmitter } from "node:events";
import type { Asking } from "../ask.ts";
import { exitCodes } from "../exit-codes.ts";
import { requireSheets } from "../named.ts";
import { shortName } from "../terminal/prose.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Sink } from "../terminal/writer.ts";
import { makeNews } from "./log-news.ts";
import type { LogsOptions, ShowOne } from "./logs-options.ts";

/** Shows what all running sheets of a job print, each line with its sheet, until the job rests; or one sheet as usual. */
export async function followJob(
  terminal: Terminal,
  tutti: Asking,
  { show, ...options }: LogsOptions & { readonly show: ShowOne },
): Promise<number> {
  const named = await requireSheets(terminal, tutti, options.sheet === undefined ? [] : [options.sheet]);
  const [sheet] = named.sheets ?? [];
  if (sheet !== undefined) return show(terminal, tutti, { ...options, job: named.job, sheet });
  const news = makeNews(tutti, named.job);
  const followed = new Map<string, Promise<unknown>>();
  const withPrefix = prefixesFor(process.stdout);
  try {
    for (;;) {
      const job = await tutti.call("job.status", { job: named.job, folder: "/" });
      const width = Math.max(0, ...(job?.sheets ?? []).map(({ id }) => shortName(id).length));
      for (const { id } of (job?.sheets ?? []).filter((one) => one.state === "running" && !followed.has(one.id))) {
        const sink = withPrefix(`${shortName(id).padEnd(width)} | `);
        followed.set(id, show(terminal, tutti, { ...options, job: named.job, sheet: id, sink }));
      }
      if (job?.status !== "running" && job?.status !== "pausing") break;
      await news.next(undefined);
    }
    await Promise.all(followed.values());
    const { status } = (await tutti.call("job.status", { job: named.job, folder: "/" })) ?? {};
    if (status === "interrupted") terminal.err(conductorIsGone);
    else if (followed.size === 0) terminal.err("No sheet of this job runs.");
    return exitCodes.good;
  } finally {
    await news.stop();
  }
}

/** The message after the output, which is shown all the same. */
export const conductorIsGone = "The conductor of this job is gone, so nothing runs; tutti start goes on with it.";

/** Sinks that put something before every line of theirs, into one that they share. */
export function prefixesFor(sink: Sink): (prefix: string) => Sink {
  const hub = new EventEmitter().setMaxListeners(0);
  for (const name of ["error", "close", "drain"])
    sink.on(name, (...given: unknown[]) => void (hub.listenerCount(name) > 0 && hub.emit(name, ...given)));
  return (prefix) => {
    let isAtStart = true;
    const write: Sink["write"] = (chunk) => {
      const text = Buffer.from(chunk).toString("utf8");
      if (text === "") return true;
      const lines = `${isAtStart ? prefix : ""}${text.replaceAll(/\n(?=[^])/g, `\n${prefix}`)}`;
      isAtStart = text.endsWith("\n");
      return sink.write(lines);
    };
    return Object.assign(Object.create(hub) as EventEmitter, { write, isTTY: sink.isTTY });
  };
}
