import type { ReactNode } from "react";
import type { LearnDrift } from "../../../api/contract/learn.ts";
import { useAsk } from "../../kit/ask.ts";
import { Chip, Problem } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";

type Row = LearnDrift["drift"][number];
type Counted = Row["before"];

const shareOf = ({ good, trials }: Counted): string => `${String(Math.round((100 * good) / Math.max(1, trials)))} %`;

const columns: readonly Column<Row>[] = [
  { name: "Agent", width: "minmax(100px, 2fr)", cell: ({ agent }) => <span className="clip strong">{agent}</span> },
  { name: "Work", width: "minmax(70px, 1fr)", cell: ({ work }) => <span className="dim clip">{work}</span> },
  { name: "Before", width: "70px", isNumber: true, cell: ({ before }) => shareOf(before) },
  { name: "Newest", width: "70px", isNumber: true, cell: ({ newest }) => shareOf(newest) },
  { name: "Change", width: "96px", isExtra: true, cell: (row) => <Change of={row} /> },
];

/** Whether agents became better or worse at a kind of work. */
export function Changes(): ReactNode {
  const { data, error } = useAsk("learn.drift", {}, { everyMs: 60_000 });
  return (
    <section className="titled" aria-label="Changes of agents">
      <header>
        <h2>Changes of agents</h2>
        <span className="faint">share of attempts that landed, newest beside those before</span>
      </header>
      {error === null ? null : <Problem error={error} />}
      {data?.drift.length === 0 ? (
        <p className="panel nothing dim">Too few attempts to tell: it takes forty of an agent at one kind of work.</p>
      ) : (
        <Table
          label="Changes of agents"
          columns={columns}
          rows={data?.drift ?? []}
          keyOf={({ agent, work }) => `${agent} ${work}`}
        />
      )}
    </section>
  );
}

/** A difference that chance explains is none. */
function Change({ of: { isShown, difference } }: { readonly of: Row }): ReactNode {
  if (!isShown) return <span className="faint">none shown</span>;
  return <Chip tone={difference > 0 ? "good" : "bad"}>{difference > 0 ? "better" : "worse"}</Chip>;
}
