import { type ReactNode, useMemo, useState } from "react";
import { Link } from "wouter";
import type { TimelineSheet, TimelineView } from "../../../api/contract/timeline.ts";
import { useActivity } from "../../kit/activity.ts";
import { useNow } from "../../kit/clock.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";
import { workOf } from "./lanes.ts";

interface SheetTableProps {
  readonly view: TimelineView;
  readonly isPast: boolean;
}

/** Every sheet of a job, in the order of the score. */
export function SheetTable({ view, isPast }: SheetTableProps): ReactNode {
  const clock = useNow();
  const now = isPast ? view.shown.at : clock;
  const [wanted, setWanted] = useState("");
  const { job } = view;
  const sheets = useMemo(() => {
    const words = wanted.toLowerCase();
    return words === ""
      ? view.sheets
      : view.sheets.filter(({ id, title, state }) => `${id} ${title} ${state}`.toLowerCase().includes(words));
  }, [view.sheets, wanted]);
  const took = ({ spans }: TimelineSheet): string => {
    const ms = workOf(spans, now);
    return ms === null ? "" : stopwatch(ms);
  };
  const columns: readonly Column<TimelineSheet>[] = [
    {
      name: "Sheet",
      width: "minmax(140px, 2fr)",
      cell: ({ id, title }) => (
        <Link className="strong clip" href={sheetHref(job.id, id) + window.location.search}>
          {title}
        </Link>
      ),
    },
    {
      name: "State",
      width: "122px",
      cell: (sheet) => <Chip tone={sheetWords(sheet).tone}>{sheetWords(sheet).text}</Chip>,
    },
    {
      name: "What it does",
      width: "minmax(120px, 3fr)",
      isExtra: true,
      cell: (sheet) => <Doing job={job.id} sheet={sheet} isPast={isPast} />,
    },
    { name: "Agent", width: "84px", isExtra: true, cell: ({ agent }) => <span className="dim clip">{agent}</span> },
    { name: "Tries", width: "44px", isNumber: true, isExtra: true, cell: ({ attempts }) => attempts },
    { name: "Time", width: "64px", isNumber: true, cell: (sheet) => <span className="mono dim">{took(sheet)}</span> },
    { name: "Cost", width: "64px", isNumber: true, isExtra: true, cell: ({ cost }) => <Cost of={cost} /> },
  ];
  return (
    <div className="sheet-table">
      <input
        type="search"
        aria-label="Find sheets by title or state"
        placeholder="Find by title or state"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {sheets.length === 0 ? (
        <Empty title="No sheet has such a title or state" />
      ) : (
        <Table label="Sheets" columns={columns} rows={sheets} keyOf={({ id }) => id} />
      )}
    </div>
  );
}

interface DoingProps {
  readonly job: string;
  readonly sheet: TimelineSheet;
  readonly isPast: boolean;
}

function Doing({ job, sheet, isPast }: DoingProps): ReactNode {
  const activity = useActivity(job, sheet.id);
  const text = sheet.state === "running" && !isPast ? (activity?.action ?? "") : (sheet.why ?? "");
  return (
    <span className="faint clip" title={text}>
      {text}
    </span>
  );
}
