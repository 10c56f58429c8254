import type { CommandTemplate } from "../plan/rule.ts";
import type { Command } from "../schema/fields.ts";

/**
 * A command as it was written. A list that only hands a line to a shell is that line: values must not be put into it
 * as text, as they are into other arguments.
 */
export function commandTemplate(written: Command): CommandTemplate {
  if (typeof written === "string") return { kind: "line", shell: "sh", line: written };
  const [program, flag, line, ...rest] = written;
  const shell = /^(?:\/(?:usr\/)?bin\/)?(sh|bash)$/.exec(program)?.[1];
  if ((shell === "sh" || shell === "bash") && flag === "-c" && line !== undefined && rest.length === 0)
    return { kind: "line", shell, line };
  return { kind: "argv", argv: written };
}
