import { plural } from "../../base/text.ts";
import { readFile } from "node:fs/promises";
import { runInteractive } from "../../process/run/interactive.ts";
import { projectView } from "../view.ts";
import { walkFiles } from "../projects/walk.ts";
import { type Choice, chooseTests } from "./choose.ts";
import { type RelatedRequest, requestOf } from "./request.ts";

/** The quick form of a project's tests: those that the changed paths affect. */
async function main(): Promise<number> {
  const request = requestOf(process.argv.slice(2));
  if (request === null) {
    say("usage: related RUNNER PROGRAM… --full COMMAND…");
    return 2;
  }
  const changed = await readChanged(process.env);
  if (changed.kind === "unknown") return act(request, { kind: "full", why: changed.why });
  say(plural(changed.paths.length, "changed file"));
  const folder = process.cwd();
  const { files, isCut } = await walkFiles(folder);
  if (isCut) return act(request, { kind: "full", why: `there are more than ${files.length} files` });
  return act(request, chooseTests(request.runner, changed.paths, projectView(folder, files)));
}

async function act({ runner, program, full }: RelatedRequest, choice: Choice): Promise<number> {
  switch (choice.kind) {
    case "none":
      say(`no test is run: ${choice.why}`);
      return 0;
    case "full":
      say(`all tests are run: ${choice.why}`);
      return started(full);
    case "some": {
      say(`runs ${choice.what}`);
      const code = await started([...program, ...choice.args]);
      // pytest's code for files without tests.
      return runner === "pytest" && code === noTestsCollected ? 0 : code;
    }
  }
}

const noTestsCollected = 5;

async function started(argv: readonly string[]): Promise<number> {
  const end = await runInteractive({ argv, cwd: process.cwd(), env: process.env });
  if (end.kind === "exited") return end.code;
  say(end.kind === "signalled" ? `the tests were ended by ${end.signal}` : end.reason);
  return 1;
}

function say(text: string): void {
  process.stdout.write(`related tests: ${text}\n`);
}

type Changed =
  | { readonly kind: "known"; readonly paths: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

/** See docs/gates.md. */
async function readChanged(env: Readonly<Record<string, string | undefined>>): Promise<Changed> {
  const [nul, lines] = [env["TUTTI_CHANGED_NUL"], env["TUTTI_CHANGED"]];
  const file = nul ?? lines;
  if (file === undefined) return unknown("TUTTI_CHANGED is not set");
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return unknown(`${JSON.stringify(file)} can't be read`);
  const text = bytes.toString("utf8");
  // No argument could name such a file.
  if (!Buffer.from(text).equals(bytes)) return unknown("a changed path is not UTF-8");
  const paths = text.split(nul === undefined ? "\n" : "\0").filter((path) => path !== "");
  // Quoting makes it ambiguous.
  if (nul === undefined && paths.some((path) => path.startsWith('"'))) return unknown("a changed path is in quotes");
  return { kind: "known", paths };
}

function unknown(why: string): Changed {
  return { kind: "unknown", why };
}

process.exitCode = await main();
