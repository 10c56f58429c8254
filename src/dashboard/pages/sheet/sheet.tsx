import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import type { JobId } from "../../../base/ids.ts";
import { asSentence } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { useNow } from "../../kit/clock.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty, Problem, Tabs } from "../../kit/ui/parts.tsx";
import { isOfSheet } from "../../kit/which-events.ts";
import { jobHref, sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";
import type { PageProps } from "../page-props.ts";
import { Explained } from "./explained.tsx";
import { Log } from "./log.tsx";
import type { OneSheet } from "./one-sheet.ts";
import { Prompt } from "./prompt.tsx";
import { Receipt } from "./receipt.tsx";
import { SheetActs } from "./sheet-acts.tsx";
import { Snapshots } from "./snapshots.tsx";
import { Validations } from "./validations.tsx";
import "./sheet.css";

const Diff = lazy(async () => ({ default: (await import("./diff/diff.tsx")).Diff }));
const RawLog = lazy(async () => ({ default: (await import("./raw-log.tsx")).RawLog }));

/** One sheet: what its agent says and does, what it changed, and what is said of that. */
export function Page({ params }: PageProps): ReactNode {
  const job = decodeURIComponent(params["job"] ?? "") as JobId;
  const sheet = decodeURIComponent(params["sheet"] ?? "");
  const { data, error } = useAsk("sheet.status", { job, folder: "/", sheet }, { hears: isOfSheet(job, sheet) });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <p className="loading faint">Loading …</p>;
  if (data === null)
    return (
      <Empty title="There is no such sheet">
        <Link href={jobHref(job)}>All sheets of the job</Link>
      </Empty>
    );
  const href = (tab: string): string => sheetHref(job, data.id, tab);
  return (
    <div className="sheet">
      <Head job={job} view={data} />
      <Tabs
        label="Views of the sheet"
        tabs={[
          { name: "Log", href: href("") },
          { name: "Terminal", href: href("terminal") },
          { name: "Diff", href: href("diff") },
          { name: "Validations", href: href("validations") },
          { name: "Prompt", href: href("prompt") },
          { name: "Snapshots", href: href("snapshots") },
          { name: "Why", href: href("why") },
          ...(data.commit === null ? [] : [{ name: "Receipt", href: href("receipt") }]),
        ]}
      />
      <Suspense fallback={<p className="loading faint">Loading …</p>}>
        {viewOf(params["tab"] ?? "", { job, view: data })}
      </Suspense>
    </div>
  );
}

function Head({ job, view }: OneSheet): ReactNode {
  const now = useNow();
  const { text, tone } = sheetWords(view);
  return (
    <>
      <p className="crumbs dim">
        <Link href={jobHref(job)}>{job}</Link>
      </p>
      <header className="page-head">
        <h1>{view.title}</h1>
        <Chip tone={tone}>{text}</Chip>
        <span className="dim">
          {view.agent}
          {view.model === null ? "" : ` (${view.model})`} · attempt {Math.max(1, view.attempts)}
          {view.startedAt === undefined ? "" : ` · ${stopwatch(now - view.startedAt)}`} · <Cost of={view.cost} />
        </span>
        <SheetActs job={job} view={view} />
      </header>
      {view.why === null ? null : <p className="why dim">{asSentence(view.why)}</p>}
    </>
  );
}

function viewOf(tab: string, one: OneSheet): ReactNode {
  switch (tab) {
    case "terminal":
      return <RawLog {...one} />;
    case "diff":
      return <Diff {...one} />;
    case "validations":
      return <Validations {...one} />;
    case "prompt":
      return <Prompt {...one} />;
    case "snapshots":
      return <Snapshots {...one} />;
    case "why":
      return <Explained {...one} />;
    case "receipt":
      return <Receipt {...one} />;
    default:
      return <Log {...one} />;
  }
}
