import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { act } from "../../kit/act.tsx";
import { useAsk } from "../../kit/ask.ts";
import { newKey } from "../../kit/calls/call.ts";
import { Button } from "../../kit/ui/parts.tsx";
import { jobHref } from "../../kit/words.ts";
import type { OneSheet } from "./one-sheet.ts";

interface ForkProps extends Pick<OneSheet, "job" | "view"> {
  readonly number: number;
}

/** Another agent goes on from a snapshot, in a job of its own. */
export function Fork({ job, view, number }: ForkProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (): void => {
    setOpen(true);
    dialog.current?.showModal();
  };
  const title = `fork-${String(number)}`;
  return (
    <>
      <Button onClick={show}>Fork</Button>
      <dialog ref={dialog} aria-labelledby={title} onClose={() => setOpen(false)}>
        <header>
          <h2 id={title}>Go on from snapshot {number} in a new job</h2>
        </header>
        {isOpen ? <Choice job={job} view={view} number={number} close={() => dialog.current?.close()} /> : null}
      </dialog>
    </>
  );
}

function Choice({ job, view, number, close }: ForkProps & { readonly close: () => void }): ReactNode {
  const [, go] = useLocation();
  const { data } = useAsk("agents.list", { folder: "/" });
  const [agent, setAgent] = useState(view.agent);
  const [model, setModel] = useState("");
  const list = `fork-agents-${String(number)}`;
  const ready = (data?.agents ?? []).filter(({ problems }) => problems.length === 0);
  const fork = async (): Promise<void> => {
    const what = `${view.id}@${String(number)}`;
    const named = { agent: agent.trim(), ...(model.trim() === "" ? {} : { model: model.trim() }) };
    await act("sheet.fork", { job, folder: "/", what, ...named, key: newKey() }, (answer) => {
      go(jobHref(answer.job));
      return `${answer.job} goes on from snapshot ${String(number)}`;
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void fork();
      }}
    >
      <div className="stack">
        <p className="dim">The prompt and the validations stay. The first job is not changed.</p>
        <label>
          <span className="strong">Agent</span>
          <input list={list} required={true} value={agent} onChange={({ target }) => setAgent(target.value)} />
          <datalist id={list}>
            {ready.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label>
          <span className="strong">Model</span> <span className="faint">empty: the usual one</span>
          <input value={model} onChange={({ target }) => setModel(target.value)} />
        </label>
      </div>
      <footer>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
        <button type="submit" className="button primary" disabled={agent.trim() === ""}>
          Start the fork
        </button>
      </footer>
    </form>
  );
}
