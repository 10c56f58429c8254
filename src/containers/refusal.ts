import { oneLine } from "../base/text.ts";

/** Exit codes by which an engine says that the program was not started; the program may exit with them too. */
const engineFailed = 125;
const notFound = 127;

/** Why a program was not started in a container, by how the engine exited; `null`: it was, and the code is its own. */
export function refusalOf(
  { program, image }: { readonly program: string; readonly image: string },
  code: number,
  stderr: string,
): string | null {
  if (code < engineFailed || code > notFound) return null;
  const lines = stderr.trim().split("\n");
  const said = lines.findLast((line) => /^(?:Error: |docker: )/.test(line)) ?? "";
  if (said === "") return null;
  if (code === engineFailed) return `no container could be started: ${withoutPrefix(said)}`;
  // A program that exits with them says nothing of a runtime.
  if (!/OCI|runc|crun/.test(said)) return null;
  return /executable file not found|no such file or directory|command that was not found/i.test(said)
    ? `the image ${image} has no program ${JSON.stringify(program)}`
    : `${JSON.stringify(program)} may not be run in ${image}: ${withoutPrefix(said)}`;
}

function withoutPrefix(said: string): string {
  return oneLine(said.replace(/^(?:Error: |docker: (?:Error response from daemon: )?)/, "").replace(/ See '.*$/, ""));
}
