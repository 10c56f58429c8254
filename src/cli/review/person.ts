import { createInterface } from "node:readline";

/** Whoever sits at this terminal. */
interface Person {
  /** The next line of theirs; `null`: there is none any more. What was typed ahead counts. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly leave: () => void;
}

export function personHere(streams: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream }): Person {
  const reading = createInterface(streams);
  const lines = reading[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      reading.setPrompt(question);
      reading.prompt();
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    leave: () => {
      reading.close();
    },
  };
}
