import { type ReactNode, useState } from "react";
import { plural, sizeText } from "../../../base/text.ts";
import { useAsk } from "../../kit/ask.ts";
import { Problem } from "../../kit/ui/parts.tsx";
import { isOfJobs } from "../../kit/stream/which-events.ts";
import { Cleaning } from "./cleaning.tsx";
import { ContextTable } from "./context-table.tsx";
import { Disk } from "./disk.tsx";
import "./contexts.css";

/** Which contexts there are, what they take of the disk, and what can go. */
export function Page(): ReactNode {
  const [wanted, setWanted] = useState("");
  const { data, error, again } = useAsk("context.list", {}, { hears: isOfJobs, soonestMs: 3_000, everyMs: 30_000 });
  const all = data?.contexts ?? [];
  const rows = all
    .filter(({ id, job, sheet }) => `${id} ${job} ${sheet ?? ""}`.toLowerCase().includes(wanted.toLowerCase()))
    .toSorted((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0));
  const bytes = all.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
  return (
    <div className="contexts-page">
      <header className="page-head">
        <h1>Contexts and disk</h1>
        {data === undefined ? null : (
          <p className="dim">
            {plural(all.length, "context")}, {sizeText(bytes)}
          </p>
        )}
        <input
          type="search"
          aria-label="Find contexts by job or sheet"
          placeholder="Find by job or sheet"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </header>
      {error === null ? null : <Problem error={error} />}
      <div className="stack">
        <div className="pair">
          <Disk />
          <Cleaning done={again} />
        </div>
        {data !== undefined && rows.length === 0 ? (
          <p className="panel nothing dim">
            {wanted === "" ? "No context is there: each is made when its sheet starts." : "No context has such a name."}
          </p>
        ) : (
          <ContextTable rows={rows} again={again} />
        )}
      </div>
    </div>
  );
}
