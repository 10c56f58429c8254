import { createInterface } from "node:readline";

/** Whoever sits at this terminal. */
interface Person {
  /** The next line of theirs; `null`: there is none any more. What was typed ahead counts. */
  readonly ask: (question: string) => Promise<string | null>;
  readonly leave: () => void;
}

export function personHere(streams: {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}): Person {
  const reading = createInterface(streams);
  const lines = reading[Symbol.asyncIterator]();
  let isOver = false;
  reading.once("close", () => {
    isOver = true;
  });
  return {
    ask: async (question) => {
      // Where the input has ended, what was typed before that is still to be heard.
      if (isOver) streams.output.write(question);
      else {
        reading.setPrompt(question);
        reading.prompt();
      }
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    leave: () => {
      reading.close();
    },
  };
}
