/**
 * Lets only lines through that may be messages. Agents, and the wrappers that start them, print greetings and warnings
 * on stdout; the protocol would answer each with an error, which some agents take for one of theirs. They go to
 * `aside`.
 */
export function onlyMessages(aside: (line: string) => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = "";
  const pass = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (isMessage(line)) controller.enqueue(encoder.encode(`${line}\n`));
    else if (line.trim() !== "") aside(line);
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (held + decoder.decode(chunk, { stream: true })).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) pass(line, controller);
    },
    flush(controller) {
      pass(held, controller);
    },
  });
}

function isMessage(line: string): boolean {
  if (!line.trimStart().startsWith("{")) return false;
  try {
    const value = JSON.parse(line) as { readonly jsonrpc?: unknown };
    return value.jsonrpc === "2.0";
  } catch {
    return false;
  }
}
