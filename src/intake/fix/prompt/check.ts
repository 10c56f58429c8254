import { asArgument, pathIn } from "../folder.ts";
import type { Group, PreparedTool } from "../model.ts";
import { fenced, sizeOf } from "./quote.ts";

/**
 * Where the names of files take more bytes than this, a tool is asked about everything: the line stays one that can be
 * read.
 */
const longestNames = 1_500;

/** Commands that show a sheet's findings, as they can be given to a shell. */
export function checkCommands(group: Group, tools: readonly PreparedTool[]): string {
  const lines = tools.map((tool) => {
    const found = group.findings.filter((finding) => finding.tool === tool.name && finding.file !== "");
    const files = [...new Set(found.flatMap(({ file }) => pathIn(tool.folder, file) ?? []))].sort();
    const isAsked = tool.reach === "file" && files.length > 0 && sizeOf(files.join(" ")) <= longestNames;
    return commandLine(tool, isAsked ? files.map(asArgument) : tool.everything);
  });
  return fenced(lines.join("\n"), "sh");
}

function commandLine(tool: PreparedTool, args: readonly string[]): string {
  const line = commandThere(tool, args);
  return tool.folder === "" ? line : `(cd ${shellWord(`./${tool.folder}`)} && ${line})`;
}

function commandThere({ argv, env }: PreparedTool, args: readonly string[]): string {
  const words = [...argv, ...args];
  const set = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)} `);
  const line = `${set.join("")}${words.map((word) => shellWord(word)).join(" ")}`;
  if (!words.some((word) => word.includes(report))) return line;
  // Some write what they find to a file; it must not lie in the checkout, where it would become part of the work.
  return `report="$(mktemp)"; ${line}; cat "$report"`;
}

const report = "{report}";

/** Exactly this word, whatever is in it; what can't be seen is written out, in the form that bash reads. */
export function shellWord(word: string): string {
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word)) return word;
  if (word.includes(report))
    return word
      .split(report)
      .map((part) => (part === "" ? "" : shellWord(part)))
      .join('"$report"');
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/u.test(word))
    return `$'${[...new TextEncoder().encode(word)].map(byteShown).join("")}'`;
  return `'${word.toWellFormed().replaceAll("'", `'\\''`)}'`;
}

function byteShown(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\w@%+=:,./ -]/.test(char) && byte < 0x7f ? char : `\\x${byte.toString(16).padStart(2, "0")}`;
}
