import type { ReactNode } from "react";
import { Link } from "wouter";
import type { VerifiedLanding, VerifyOutcome } from "../../../api/contract/landing.ts";
import { asSentence } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { Chip, Problem } from "../../kit/ui/parts.tsx";
import { type Column, Table } from "../../kit/ui/table.tsx";
import { isOfQueue } from "../../kit/stream/which-events.ts";
import { sheetHref, type Tone } from "../../kit/words.ts";

interface LandedProps {
  readonly repository: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Each look proves every landing against git. */
const soonestMs = 10_000;

/** The landings of the repository, as git proves them; newest first. */
export function Landed({ repository, names }: LandedProps): ReactNode {
  const { data, error, again } = useAsk("landing.verify", { folder: repository }, { hears: isOfQueue, soonestMs });
  const rows = (data?.landings ?? []).toReversed();
  return (
    <section aria-label="Landed" className="landed titled">
      <header>
        <h2>Landed</h2>
        <span className="faint">{data === undefined ? "" : rows.length}</span>
      </header>
      {error === null ? null : <Problem error={error} />}
      {(data?.missing ?? []).map(({ job, sheet, commit }) => (
        <Problem
          key={`${job}/${sheet}`}
          error={{
            message: `${sheet} of ${names.get(job) ?? job} is recorded as landed, and ${commit.slice(0, 10)} is not on its target`,
            hint: "tutti verify says more.",
          }}
        />
      ))}
      {data === undefined ? (
        <p className="nothing faint">Proving …</p>
      ) : rows.length === 0 ? (
        <p className="panel nothing dim">Nothing has landed here yet.</p>
      ) : (
        <Table
          label="Landings"
          columns={columnsOf(repository, names, again)}
          rows={rows}
          keyOf={({ commit }) => commit}
        />
      )}
    </section>
  );
}

function columnsOf(
  repository: string,
  names: LandedProps["names"],
  again: () => void,
): readonly Column<VerifiedLanding>[] {
  const undo = async ({ job, sheet }: VerifiedLanding): Promise<void> => {
    if (!confirm(`Take back what ${sheet} landed? A job of its own does it, and lands like any other.`)) return;
    const asked = { job, folder: repository, sheet, key: newKey() };
    if (await act("sheet.undo", asked, `A job takes back what ${sheet} landed`)) again();
  };
  return [
    {
      name: "Sheet",
      width: "minmax(120px, 2fr)",
      cell: ({ job, sheet }) => (
        <Link className="clip strong" href={sheetHref(job, sheet)}>
          {sheet}
        </Link>
      ),
    },
    {
      name: "Job",
      width: "minmax(90px, 1fr)",
      isExtra: true,
      cell: ({ job }) => <span className="dim clip">{names.get(job) ?? job}</span>,
    },
    { name: "Commit", width: "90px", isExtra: true, cell: ({ commit }) => <code>{commit.slice(0, 10)}</code> },
    {
      name: "Validated",
      width: "minmax(90px, 1fr)",
      isExtra: true,
      cell: ({ level }) => <span className="dim clip">{level}</span>,
    },
    { name: "Proof", width: "112px", cell: (one) => <Proof of={one} /> },
    {
      name: "Undo",
      width: "68px",
      isNumber: true,
      cell: (one) =>
        one.undone !== undefined || !names.has(one.job) ? null : (
          <ActButton look="quiet" run={() => undo(one)}>
            Undo
          </ActButton>
        ),
    },
  ];
}

const tones: Readonly<Record<VerifyOutcome, Tone>> = {
  proven: "good",
  consistent: "good",
  claimed: "warn",
  doubted: "bad",
};

function Proof({ of: { outcome, problems, undone } }: { readonly of: VerifiedLanding }): ReactNode {
  if (undone !== undefined) {
    const isWhole = undone.paths.length === undone.of;
    return <Chip tone="calm">{isWhole ? "taken back" : "partly gone"}</Chip>;
  }
  return (
    <span title={problems.map(asSentence).join(" ")}>
      <Chip tone={tones[outcome]}>{outcome}</Chip>
    </span>
  );
}
