import { type ReactNode, useMemo } from "react";
import { useSearch } from "wouter";
import type { TimelineView } from "../../../../api/contract/timeline.ts";
import { useNow } from "../../../kit/clock.ts";
import { sheetHref, sheetWords } from "../../../kit/words.ts";
import { workOf } from "../lanes.ts";
import { criticalPath } from "./critical.ts";
import { Drawing } from "./drawing.tsx";
import type { DrawnSheet } from "./drawn.ts";

/** The dependencies of sheets, and the chain that decides how long the job takes. */
export function Graph({ view: { job, sheets, shown, last } }: { readonly view: TimelineView }): ReactNode {
  const clock = useNow();
  const search = useSearch();
  const isPast = shown.position < last.position;
  // Which chain is the longest does not change by the second.
  const now = isPast ? shown.at : Math.floor(clock / 5_000) * 5_000;
  const path = useMemo(() => {
    const works = sheets.map(({ spans }) => workOf(spans, now));
    const known = works.filter((ms) => ms !== null).toSorted((one, other) => one - other);
    const usual = known[Math.floor(known.length / 2)] ?? 1;
    return criticalPath(sheets.map(({ id, after }, place) => ({ id, after, ms: works[place] ?? usual })));
  }, [sheets, now]);
  const drawn: readonly DrawnSheet[] = sheets.map((sheet) => {
    const { id, title, after, spans } = sheet;
    const { text, tone } = sheetWords(sheet);
    const href = `${sheetHref(job.id, id)}${search === "" ? "" : `?${search}`}`;
    return { id, title, after, text, tone, href, ms: workOf(spans, isPast ? shown.at : clock) };
  });
  return <Drawing sheets={drawn} path={path} />;
}
