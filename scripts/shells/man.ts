import { examples } from "../../src/cli/help/examples.ts";
import { type Node, note } from "./nodes.ts";

/** For roff: a backslash, a hyphen, and a dot or quote at the start of a line mean something. */
function roff(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);
}

export function man(nodes: readonly Node[]): string {
  const [root, ...others] = nodes;
  const options = (node: Node | undefined): string =>
    (node?.options ?? [])
      .filter(({ flags }) => node === root || !flags.includes("--help"))
      .map(({ flags, about }) => `.TP\n.B ${roff(flags.join(", "))}\n${roff(about)}\n`)
      .join("");
  const parts = others
    .filter(({ commands }) => commands.length === 0)
    .map((node) => {
      const { command, words } = node;
      const lines = (examples[words.split(" ")[0] ?? ""] ?? []).filter(([line]) => line.startsWith(`tutti ${words}`));
      const shown = lines.map(([line, does]) => `.TP\n.B ${roff(line)}\n${roff(does)}\n`).join("");
      const usage = command
        .createHelp()
        .commandUsage(command)
        .replace(/ \[options\]/, "");
      const about = command.createHelp().commandDescription(command) || command.summary();
      return `.SS ${roff(usage)}\n${roff(about)}\n${options(node)}${shown === "" ? "" : `.PP\nExamples:\n${shown}`}`;
    });
  const help = root?.command.createHelp();
  return `.\\" ${note}
.TH TUTTI 1 "" "tutti ${root?.command.version() ?? ""}" "Tutti"
.SH NAME
tutti \\- run many coding agents on one repository and land every result
.SH SYNOPSIS
.B tutti
[options] command
.SH DESCRIPTION
${roff(root?.command.description() ?? "")}
.SH OPTIONS
${help === undefined ? "" : options(root)}.SH COMMANDS
${parts.join("")}.SH EXIT STATUS
.TP
.B 0
everything landed or was done
.TP
.B 1
some sheets failed, or a landing could not be verified
.TP
.B 2
the command line or the score is wrong; nothing was started
.TP
.B 3
paused or parked: there is more to do
.TP
.B 4
not ready: no agent was started
.TP
.B 70
a fault of Tutti's own
.TP
.B 130
cancelled or interrupted
.SH SEE ALSO
${roff("tutti help lists topics; tutti help exit-codes, tutti help environment and tutti help E104 say more.")}
`;
}
