/**
 * An agent that a profile of the user's describes: its prompt is the shell script that it follows, and it tells in
 * Tutti's own lines.
 */
export const playerFiles: Readonly<Record<string, string>> = {
  "../.config/tutti/agents/player.yaml":
    'kind: cli\nexecutable: sh\nargs: [-s, --]\nmodel_args: [--model, "{model}"]\nprompt: stdin\noutput: { format: tutti }\n',
};

/** The script of a run that ends well after these lines. */
export function follows(...lines: readonly string[]): string {
  return [
    tells({ type: "started", session: "s-1", model: "m-1" }),
    ...lines,
    tells({ type: "ended", good: true, text: null }),
    "exit",
  ].join("\n");
}

/** The script of a run that its provider refuses. */
export function refused(problem: {
  readonly status: number;
  readonly error?: string;
  readonly message?: string;
}): string {
  return [
    tells({ type: "started", session: null, model: null }),
    tells({ type: "failed", final: true, ...problem }),
    "exit 1",
  ].join("\n");
}

/** One turn that cost so much. */
export function spends(usd: number): string {
  return tells({ type: "spent", scope: "turn", input_tokens: 10, output_tokens: 2, usd });
}

function tells(event: object): string {
  return `printf '%s\\n' '${JSON.stringify(event)}'`;
}
