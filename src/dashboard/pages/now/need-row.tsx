import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Need } from "../../../api/contract/needs.ts";
import { asSentence } from "../../../base/text.ts";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { jobHref, sheetHref } from "../../kit/words.ts";

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One thing that waits for a person: what, why, and the button that goes on with it. */
export function NeedRow({ need, name }: { readonly need: Need; readonly name: string }): ReactNode {
  const { job, sheet, why } = need;
  return (
    <li className="need">
      <div>
        <p className="clip">
          <Link href={sheet === null ? jobHref(job) : sheetHref(job, sheet, "diff")}>
            <strong>{sheet ?? name}</strong>
          </Link>
          {sheet === null ? null : <span className="faint"> in {name}</span>}
        </p>
        <p className="dim">{capital(asSentence(why))}</p>
      </div>
      {sheet === null ? (
        <ActButton look="primary" run={() => act("job.resume", { job, folder: "/", key: newKey() }, `${name} goes on`)}>
          Resume
        </ActButton>
      ) : (
        <>
          <Link className="button" href={sheetHref(job, sheet, "diff")}>
            Review
          </Link>
          <ActButton
            look="primary"
            run={() => act("sheet.approve", { job, sheets: [sheet], key: newKey() }, `${sheet} lands in its turn`)}
          >
            Approve
          </ActButton>
        </>
      )}
    </li>
  );
}
