import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import type { JobId } from "../../../base/ids.ts";
import { shortUse, useWords } from "../../../base/home/use-words.ts";
import { asSentence } from "../../../base/text.ts";
import { useActivity } from "../../kit/activity.ts";
import { useAsk } from "../../kit/ask.ts";
import { useNow } from "../../kit/clock.ts";
import { clockTime, positionIn } from "../../kit/moment.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty, Problem, Tabs } from "../../kit/ui/parts.tsx";
import { isOfSheet } from "../../kit/stream/which-events.ts";
import { jobHref, sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";
import type { PageProps } from "../page-props.ts";
import type { OneSheet } from "./one-sheet.ts";
import { SheetActs } from "./sheet-acts.tsx";
import { viewOf } from "./views.tsx";
import "./sheet.css";

/** One sheet, now or at an earlier moment: what its agent says and does, what it changed, and what is said of that. */
export function Page({ params }: PageProps): ReactNode {
  const job = decodeURIComponent(params["job"] ?? "") as JobId;
  const sheet = decodeURIComponent(params["sheet"] ?? "");
  const position = positionIn(useSearch());
  const { data, error } = useAsk("sheet.status", { job, folder: "/", sheet }, { hears: isOfSheet(job, sheet) });
  const past = useAsk("job.timeline", { job, folder: "/", position: position ?? 0 }, { isOff: position === null });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || (position !== null && past.data === undefined))
    return <p className="loading faint">Loading …</p>;
  if (data === null)
    return (
      <Empty title="There is no such sheet">
        <Link href={jobHref(job)}>All sheets of the job</Link>
      </Empty>
    );
  const then = position === null ? null : (past.data ?? null);
  const view = { ...data, ...then?.sheets.find(({ id }) => id === data.id) };
  const one: OneSheet = { job, view, until: then?.shown.at ?? null };
  const when = position === null ? "" : `?at=${String(position)}`;
  const href = (tab: string): string => sheetHref(job, data.id, tab) + when;
  return (
    <div className="sheet">
      <Head one={one} when={when} />
      <Tabs
        label="Views of the sheet"
        tabs={[
          { name: "Log", href: href("") },
          { name: "Terminal", href: href("terminal") },
          { name: "Output", href: href("output") },
          { name: "Diff", href: href("diff") },
          { name: "Validations", href: href("validations") },
          { name: "Prompt", href: href("prompt") },
          { name: "Snapshots", href: href("snapshots") },
          { name: "Why", href: href("why") },
          ...(data.commit === null ? [] : [{ name: "Receipt", href: href("receipt") }]),
        ]}
      />
      {viewOf(params["tab"] ?? "", one)}
    </div>
  );
}

/** The use of the machine by its agent now, or in its last measured attempt. */
function Use({ job, view }: OneSheet): ReactNode {
  const use = useActivity(job, view.id)?.use ?? view.use;
  return use === undefined ? null : <span title={useWords(use)}> · {shortUse(use)}</span>;
}

function Head({ one, when }: { readonly one: OneSheet; readonly when: string }): ReactNode {
  const now = useNow();
  const { job, view, until } = one;
  const { text, tone } = sheetWords(view);
  return (
    <>
      <p className="crumbs dim">
        <Link href={jobHref(job) + when}>{job}</Link>
        {until === null ? null : (
          <>
            {" "}
            at {clockTime(until, now)} · <Link href={sheetHref(job, view.id)}>back to now</Link>
          </>
        )}
      </p>
      <header className="page-head">
        <h1>{view.title}</h1>
        <Chip tone={tone}>{text}</Chip>
        <span className="dim">
          {view.agent}
          {view.model === null ? "" : ` (${view.model})`} · attempt {Math.max(1, view.attempts)}
          {view.startedAt === undefined || until !== null ? "" : ` · ${stopwatch(now - view.startedAt)}`} ·{" "}
          <Cost of={view.cost} />
          {until === null ? <Use {...one} /> : null}
        </span>
        {until === null ? <SheetActs {...one} /> : null}
      </header>
      {view.why === null ? null : <p className="why dim">{asSentence(view.why)}</p>}
    </>
  );
}
