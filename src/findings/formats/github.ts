import { type Finding, type Reading, makeFinding } from "../finding.ts";
import { outputLines } from "./output-lines.ts";

/** GitHub's workflow commands: `::error file=…,line=…,col=…,title=…::message`, `::warning …`, `::notice …`. */
export function readGithub(output: string, tool: string): Reading {
  const findings: Finding[] = [];
  /** Commands are off until this one. */
  let resumes: string | null = null;
  for (const line of outputLines(output)) {
    const command = commandOf(line);
    if (command === null) continue;
    if (resumes !== null) {
      if (command.name === resumes) resumes = null;
    } else if (command.name === "stop-commands") resumes = command.data.toLowerCase();
    else if (["error", "warning", "notice"].includes(command.name)) findings.push(findingOf(command, tool));
  }
  return { kind: "read", findings };
}

interface Command {
  readonly name: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly data: string;
}

function commandOf(line: string): Command | null {
  const text = line.trimStart();
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end === -1) return null;
  const head = text.slice(2, end);
  const [name = ""] = head.split(" ", 1);
  const properties = new Map<string, string>();
  for (const property of head.slice(name.length + 1).split(",")) {
    const [key = ""] = property.split("=", 1);
    properties.set(key.trim().toLowerCase(), unescaped(property.slice(key.length + 1), inProperties));
  }
  return { name: name.toLowerCase(), properties, data: unescaped(text.slice(end + 2), inMessages) };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["%0D", "\r"],
  ["%0A", "\n"],
  ["%3A", ":"],
  ["%2C", ","],
  ["%25", "%"],
]);

/** Messages have no escapes for colons and commas. Each escape is decoded once: `%250A` is `%0A`. */
const inProperties = /%(?:0D|0A|3A|2C|25)/gi;
const inMessages = /%(?:0D|0A|25)/gi;

function unescaped(text: string, which: RegExp): string {
  return text.replaceAll(which, (escape) => escapes.get(escape.toUpperCase()) ?? escape);
}

function findingOf({ name, properties, data }: Command, tool: string): Finding {
  const [file, line, column] = ["file", "line", "col"].map((key) => properties.get(key));
  const code = codeIn(properties.get("title") ?? "");
  return makeFinding(tool, { file, line, column, code, message: data.trim(), severity: name });
}

/** The rule, or a title that ends with it: `no-undef`, `Ruff (F401)`. */
function codeIn(title: string): string | null {
  return /\(([^()\s]+)\)$/.exec(title)?.[1] ?? (title.trim() || null);
}
