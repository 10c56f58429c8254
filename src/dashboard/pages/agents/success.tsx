import type { ReactNode } from "react";
import type { LearnStats } from "../../../api/contract/learn.ts";
import { withModel } from "../../../api/contract/agents.ts";
import { dollars } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Problem } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { isOfJobs } from "../../kit/stream/which-events.ts";

type Row = LearnStats["work"][number];

const columns: readonly Column<Row>[] = [
  {
    name: "Agent",
    width: "minmax(90px, 2fr)",
    cell: (row) => <span className="clip strong">{withModel(row)}</span>,
  },
  { name: "Work", width: "minmax(60px, 1fr)", cell: ({ work }) => <span className="dim clip">{work}</span> },
  {
    name: "Strategy",
    width: "minmax(80px, 1fr)",
    isExtra: true,
    cell: ({ strategy }) => <span className="dim clip">{strategy ?? "–"}</span>,
  },
  { name: "Attempts", width: "72px", isNumber: true, isExtra: true, cell: ({ attempts }) => attempts },
  { name: "Landed", width: "68px", isNumber: true, cell: ({ landed, counted }) => `${landed} of ${counted}` },
  { name: "Success", width: "minmax(120px, 1fr)", isExtra: true, cell: (row) => <Rate of={row} /> },
  {
    name: "Cost",
    width: "84px",
    isNumber: true,
    isExtra: true,
    cell: ({ usd, unpriced, counted }) =>
      counted > 0 && unpriced === counted ? (
        <span className="faint">unknown</span>
      ) : (
        `${dollars(usd)}${unpriced > 0 ? "+" : ""}`
      ),
  },
  {
    name: "A landing",
    width: "76px",
    isNumber: true,
    cell: ({ usdPerLanded }) => (usdPerLanded === null ? <span className="faint">–</span> : dollars(usdPerLanded)),
  },
];

/** The outcomes of attempts, by agent and kind of work, with the cost of a landing. */
export function Success(): ReactNode {
  const { data, error } = useAsk("learn.stats", {}, { hears: isOfJobs, soonestMs: 3_000 });
  return (
    <section className="titled" aria-label="Success and cost">
      <header>
        <h2>Success and cost</h2>
        {data === undefined ? null : <span className="faint">of the newest {data.attempts} attempts</span>}
      </header>
      {error === null ? null : <Problem error={error} />}
      {data?.work.length === 0 ? (
        <p className="panel nothing dim">No attempt has ended yet.</p>
      ) : (
        <Table
          label="Success and cost by agent"
          columns={columns}
          rows={data?.work ?? []}
          keyOf={({ work, agent, model, strategy }) => JSON.stringify([work, agent, model, strategy])}
        />
      )}
    </section>
  );
}

const percent = (share: number): string => `${String(Math.round(100 * share))}%`;

/** The share that landed, in the interval that holds the true one in 95 of 100 cases. */
function Rate({ of: { rate, low, high } }: { readonly of: Row }): ReactNode {
  if (rate === null) return <span className="faint">too early</span>;
  return (
    <span className="rate">
      <span>{percent(rate)}</span>
      <span className="range" role="img" aria-label={`between ${percent(low)} and ${percent(high)}`}>
        <i style={{ left: percent(low), width: percent(high - low) }} />
        <b style={{ left: percent(rate) }} />
      </span>
    </span>
  );
}
