import type { PullLook, PullRow, PullsSync } from "../../api/contract/landing.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clip, count, prose, shortName, shown } from "../terminal/prose.ts";

const none = "No pull requests are open.";

/** What the journal says, a line each. */
export function pullLines(terminal: Terminal, pulls: readonly PullRow[]): readonly string[] {
  if (pulls.length === 0) return [none];
  const width = Math.max(...pulls.map(({ sheet }) => shortName(sheet).length));
  return pulls.map((pull) => {
    const state = pull.state === "open" ? "open" : terminal.yellow("sent back, worked on");
    const returns = pull.returns === 0 ? [] : [`sent back ${count(pull.returns, "time")}`];
    return [
      shown(pull.job),
      shortName(pull.sheet).padEnd(width),
      pull.url,
      state,
      ...(pull.state === "open" ? returns : []),
    ].join("  ");
  });
}

/** What servers said just now, and what follows from it. */
export function syncLines(terminal: Terminal, { pulls, resumed }: PullsSync): readonly string[] {
  if (pulls.length === 0) return [none];
  return [
    ...pulls.map((pull) => `${shortName(pull.sheet)}  ${pull.url}  ${lookWords(terminal, pull)}`),
    ...resumed.map(({ job }) => `${shown(job)} goes on.`),
  ];
}

function lookWords(terminal: Terminal, { outcome, now, why }: PullLook): string {
  const because = why === null ? "" : `: ${clip(prose(why), 200)}`;
  if (now === null) return terminal.red(`could not be looked at${because}`);
  switch (outcome) {
    case "merged":
      return terminal.green("merged");
    case "closed":
      return terminal.red("closed");
    case "returned":
      return terminal.yellow(`goes back to its agent${because}`);
    case "heard":
    case null:
      return openWords(now);
  }
}

function openWords({ state, checks, changesRequested, mergeable }: NonNullable<PullLook["now"]>): string {
  // The target does not show it yet.
  if (state === "merged") return "merged there, and not on the target yet";
  return [
    "open",
    ...(checks === "none" ? [] : [`checks ${checks}`]),
    ...(changesRequested ? ["changes asked for"] : []),
    ...(mergeable === "conflict" ? ["said to conflict"] : []),
  ].join(", ");
}
