import type { ReactNode } from "react";
import type { LearnStats } from "../../../api/contract/learn.ts";
import { type Column, Table } from "../../kit/ui/table.tsx";

type Row = LearnStats["findings"][number];

const columns: readonly Column<Row>[] = [
  {
    name: "Finding",
    width: "minmax(120px, 2fr)",
    cell: ({ tool, code }) => (
      <span className="clip">
        <span className="strong">{tool}</span> <span className="dim">{code}</span>
      </span>
    ),
  },
  { name: "Fixed by", width: "minmax(80px, 1fr)", cell: ({ agent }) => <span className="clip">{agent}</span> },
  {
    name: "Strategy",
    width: "minmax(80px, 1fr)",
    isExtra: true,
    cell: ({ strategy }) => <span className="dim">{strategy}</span>,
  },
  { name: "Fixed", width: "92px", isNumber: true, cell: ({ fixed, tried }) => `${fixed} of ${tried}` },
  { name: "New ones", width: "76px", isNumber: true, isExtra: true, cell: ({ introduced }) => introduced },
];

/** How often each kind of finding was tried and fixed, as verification measured it. */
export function Findings({ tallies }: { readonly tallies: readonly Row[] }): ReactNode {
  return (
    <section className="titled" aria-label="Findings">
      <header>
        <h2>Findings</h2>
        <span className="faint">tried and fixed</span>
      </header>
      {tallies.length === 0 ? (
        <p className="panel nothing dim">
          No finding was tried yet. <code>tutti fix</code> repairs what quality tools find.
        </p>
      ) : (
        <Table
          label="Findings"
          columns={columns}
          rows={tallies.toSorted((one, other) => other.tried - one.tried)}
          keyOf={({ tool, code, strategy, agent }) => JSON.stringify([tool, code, strategy, agent])}
        />
      )}
    </section>
  );
}
