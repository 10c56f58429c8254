import { type ReactNode, useRef, useState } from "react";
import { act, ActButton } from "../../kit/act.tsx";
import { newKey } from "../../kit/calls/call.ts";
import { Button } from "../../kit/ui/parts.tsx";
import type { OneSheet } from "./one-sheet.ts";

const over = ["landed", "done", "skipped", "landing"];

/** The actions of a person on a sheet as it is now. */
export function SheetActs({ job, view }: OneSheet): ReactNode {
  const { id, state, isApproved } = view;
  const mayRetry = state === "failed" || state === "cancelled";
  return (
    <span className="acts">
      {over.includes(state) ? null : <Tell job={job} view={view} />}
      {mayRetry ? (
        <ActButton run={() => act("sheet.retry", { job, sheet: id, key: newKey() }, `${id} is tried again`)}>
          Retry
        </ActButton>
      ) : null}
      {state === "running" || state === "waiting" ? (
        <ActButton
          look="danger"
          run={() => act("sheet.cancel", { job, sheet: id, key: newKey() }, `${id} is cancelled; its work is kept`)}
        >
          Cancel
        </ActButton>
      ) : null}
      {state === "captured" && isApproved === false ? (
        <ActButton
          look="primary"
          run={() => act("sheet.approve", { job, sheets: [id], key: newKey() }, `${id} lands in its turn`)}
        >
          Approve
        </ActButton>
      ) : null}
    </span>
  );
}

/** More words for the agent: it goes on with the same work. */
function Tell({ job, view: { id } }: Omit<OneSheet, "until">): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const send = async (): Promise<void> => {
    const isSent = await act("sheet.tell", { job, sheet: id, text, key: newKey() }, "The agent gets your words");
    if (!isSent) return;
    setText("");
    dialog.current?.close();
  };
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Tell the agent</Button>
      <dialog ref={dialog} aria-labelledby="tell-title">
        <header>
          <h2 id="tell-title">Tell the agent</h2>
        </header>
        <div>
          <textarea
            rows={6}
            cols={60}
            aria-label="What the agent is to do"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <footer>
          <Button look="quiet" onClick={() => dialog.current?.close()}>
            Close
          </Button>
          <Button look="primary" disabled={text.trim() === ""} onClick={() => void send()}>
            Send
          </Button>
        </footer>
      </dialog>
    </>
  );
}
