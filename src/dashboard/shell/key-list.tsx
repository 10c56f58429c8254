import { useReducer, useRef, type ReactNode } from "react";
import { frameWords } from "../kit/frames.ts";
import { allKeys } from "../kit/keys.ts";
import { Button } from "../kit/ui/parts.tsx";

let open: () => void = () => undefined;

export function openKeyList(): void {
  open();
}

/** Every key that works where the person is now. */
export function KeyList(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  open = () => {
    draw();
    dialog.current?.showModal();
  };
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" className="keys">
      <header>
        <h2 id="keys-title">Keys</h2>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </header>
      <div>
        <dl>
          {allKeys().map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="faint frames">{frameWords()}</p>
      </div>
    </dialog>
  );
}
