import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { JobView, SheetView } from "../../../api/contract/job.ts";
import { useActivity } from "../../kit/activity.ts";
import { useNow } from "../../kit/clock.ts";
import { Cost } from "../../kit/ui/cost.tsx";
import { Chip, Empty } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { sheetHref, sheetWords, stopwatch } from "../../kit/words.ts";
import { endOf, type Span, startOf } from "./lanes.ts";

interface SheetTableProps {
  readonly job: JobView;
  readonly lanes: ReadonlyMap<string, readonly Span[]>;
}

/** Every sheet of a job, in the order of the score. */
export function SheetTable({ job, lanes }: SheetTableProps): ReactNode {
  const now = useNow();
  const [wanted, setWanted] = useState("");
  const sheets = job.sheets.filter(({ id, title, state }) =>
    `${id} ${title} ${state}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const took = ({ id }: SheetView): string => {
    const spans = lanes.get(id) ?? [];
    const start = startOf(spans);
    return start === null ? "" : stopwatch((endOf(spans) ?? now) - start);
  };
  const columns: readonly Column<SheetView>[] = [
    {
      name: "Sheet",
      width: "minmax(140px, 2fr)",
      cell: ({ id, title }) => (
        <Link className="strong clip" href={sheetHref(job.id, id)}>
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
      cell: (sheet) => <Doing job={job.id} sheet={sheet} />,
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

function Doing({ job, sheet }: { readonly job: string; readonly sheet: SheetView }): ReactNode {
  const activity = useActivity(job, sheet.id);
  const text = sheet.state === "running" ? (activity?.action ?? "") : (sheet.why ?? "");
  return (
    <span className="faint clip" title={text}>
      {text}
    </span>
  );
}
