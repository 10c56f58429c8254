import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ContextRow } from "../../../api/contract/context.ts";
import { sizeText } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { useNow } from "../../kit/clock.ts";
import { Chip } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { ago, jobHref, sheetHref, type Tone } from "../../kit/words.ts";

const tones: Readonly<Record<ContextRow["state"], Tone>> = {
  "in use": "live",
  locked: "warn",
  idle: "calm",
  gone: "bad",
};

interface ContextTableProps {
  readonly rows: readonly ContextRow[];
  readonly again: () => void;
}

/** The largest first. */
export function ContextTable({ rows, again }: ContextTableProps): ReactNode {
  const now = useNow();
  const columns: readonly Column<ContextRow>[] = [
    { name: "Sheet", width: "minmax(80px, 2fr)", cell: (row) => <Owner of={row} /> },
    { name: "State", width: "80px", cell: ({ state, lock }) => <State state={state} why={lock?.why ?? null} /> },
    { name: "Level", width: "90px", isExtra: true, cell: ({ level }) => <span className="dim">{level}</span> },
    {
      name: "Folder",
      width: "minmax(120px, 2fr)",
      isExtra: true,
      cell: ({ path }) => (
        <code className="dim clip" title={path}>
          {path}
        </code>
      ),
    },
    {
      name: "Used",
      width: "84px",
      isNumber: true,
      isExtra: true,
      cell: ({ usedAt, madeAt }) => <span className="dim">{ago(usedAt ?? madeAt, now)}</span>,
    },
    {
      name: "Size",
      width: "64px",
      isNumber: true,
      cell: ({ bytes }) => (bytes === null ? <span className="faint">yours</span> : sizeText(bytes)),
    },
    {
      name: "Remove",
      width: "72px",
      isNumber: true,
      cell: (row) => (row.state === "idle" || row.state === "gone" ? <Remove id={row.id} again={again} /> : null),
    },
  ];
  return <Table label="Contexts" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function Owner({ of: { job, sheet, attempt } }: { readonly of: ContextRow }): ReactNode {
  return (
    <span className="clip">
      {sheet === null ? (
        <Link className="strong" href={jobHref(job)}>
          all sheets
        </Link>
      ) : (
        <Link className="strong" href={sheetHref(job, sheet)}>
          {sheet}
        </Link>
      )}{" "}
      <span className="faint">
        {job}, attempt {attempt}
      </span>
    </span>
  );
}

function State({ state, why }: { readonly state: ContextRow["state"]; readonly why: string | null }): ReactNode {
  return (
    <span title={why ?? undefined}>
      <Chip tone={tones[state]}>{state}</Chip>
    </span>
  );
}

function Remove({ id, again }: { readonly id: string; readonly again: () => void }): ReactNode {
  const remove = async (): Promise<void> => {
    await act("context.remove", { id, key: newKey() }, ({ removed, stays }) =>
      removed ? `${id} is captured and removed` : `${id} stays: ${stays ?? "it can't be removed now"}`,
    );
    again();
  };
  return (
    <ActButton look="quiet" title="Its content is captured first, so it can be restored" run={remove}>
      Remove
    </ActButton>
  );
}
