import type { Book, News } from "../../conductor/book.ts";
import { describeEnd, describeFailure } from "../../sheet/describe.ts";
import type { JobEvent } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { JobNews, Progress } from "../contract.ts";
import { viewOf } from "./job-view.ts";

export function progressOf(book: Book, news: News): Progress {
  if (news.about === "job") return { kind: "job", job: viewOf(book), event: jobNews(news.event) };
  return {
    kind: "sheet",
    job: news.job.id,
    sheet: news.sheet.id,
    title: news.sheet.title,
    event: news.event,
    state: news.state.kind,
    why: whyOf(news.state),
    agent: news.event.kind === "ended" ? describeEnd(news.event.end) : null,
  };
}

function whyOf(state: SheetState): string | null {
  if (state.kind === "failed") return describeFailure(state.reason);
  return state.kind === "waiting" ? state.why : null;
}

/** The whole plan, with whatever a score puts into an agent's environment, is nobody's to print. */
function jobNews(event: JobEvent): JobNews {
  return event.kind === "submitted" || event.kind === "inferred" ? { kind: event.kind, at: event.at } : event;
}
