import { TuttiError } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { RunProcess } from "../../process/process.ts";
import { findProgram } from "../../process/program.ts";
import { unreachable } from "./complaint.ts";
import { type ApiAnswer, answerCap, endCap, graphql, patienceMs, type Send } from "./request.ts";

interface Gh {
  readonly run: RunProcess;
  /** Of the person whose login it is. */
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
}

/** Whether GitHub's own program is there and has a login for the host. */
export async function hasGhLogin(gh: Gh): Promise<boolean> {
  if (findProgram("gh", gh.env["PATH"], "/").kind === "refused") return false;
  const end = await gh.run(requestOf(gh, ["auth", "status", "--hostname", gh.host]));
  return end.how.kind === "exited" && end.how.code === 0;
}

/** Calls through `gh api`, which has the login: Tutti never sees the token. */
export function sendGh(gh: Gh): Send {
  return async (request) => {
    const endpoint = request.path === graphql ? "graphql" : request.path.slice(1);
    const options = ["--include", "--method", request.method, "--hostname", gh.host];
    const accept = ["--header", "Accept: application/vnd.github+json"];
    const input = request.body === undefined ? null : JSON.stringify(request.body);
    const end = await gh.run({
      ...requestOf(gh, ["api", endpoint, ...options, ...accept, ...(input === null ? [] : ["--input", "-"])]),
      ...(input === null ? {} : { stdin: input }),
    });
    if (end.how.kind === "exited" && end.how.code === 4) {
      const hint = `Run "gh auth login --hostname ${gh.host}".`;
      throw new TuttiError("forge.no_login", `gh has no login for ${gh.host}`, { audience: "user", hint });
    }
    const fail = (why: string): TuttiError => unreachable(`${gh.host} could not be asked through gh: ${why}`);
    const answer = answerIn(end.stdout);
    if (answer === null)
      throw fail(end.how.kind === "timed-out" ? "no answer in time" : shownText(end.stderr.toString("utf8"), 300));
    if (request.wants === "end") return { ...answer, text: answer.text.slice(-endCap) };
    if (end.droppedBytes > 0) throw fail(`its answer is longer than ${String(answerCap)} bytes`);
    return answer;
  };
}

function requestOf({ env }: Gh, args: readonly string[]): Parameters<RunProcess>[0] {
  return {
    argv: ["gh", ...args],
    // Outside any repository: gh must not guess from a folder.
    cwd: "/",
    env: allowedEnvironment(env, {
      ...logins(env),
      GH_PROMPT_DISABLED: "1",
      GH_NO_UPDATE_NOTIFIER: "1",
      NO_COLOR: "1",
    }),
    output: { kind: "memory", capBytes: answerCap },
    limits: { timeoutMs: patienceMs },
    tree: "group",
  };
}

const loginNames = ["GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_CONFIG_DIR"];

function logins(env: Gh["env"]): Gh["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => loginNames.includes(name)));
}

/** Status line, headers, an empty line, the body; `null` when it is something else. */
function answerIn(stdout: Buffer): ApiAnswer | null {
  const text = stdout.toString("utf8");
  const border = /\r?\n\r?\n/.exec(text);
  if (border === null) return null;
  const [first = "", ...lines] = text.slice(0, border.index).split(/\r?\n/);
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(first)?.[1];
  if (status === undefined) return null;
  const headers = lines.map((line): [string, string] => [
    line.split(":")[0]?.toLowerCase() ?? "",
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  return { status: Number(status), headers: new Map(headers), text: text.slice(border.index + border[0].length) };
}
