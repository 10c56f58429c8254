import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether a request is git's own: `/owner/name.git/…`. */
export function isGitRequest({ url = "" }: IncomingMessage): boolean {
  return /^\/[^/]+\/[^/]+\.git\//.test(url);
}

/** Answers git as a real server does, from the bare repositories below a folder. Everybody may push. */
export function answerGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://x");
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    REMOTE_USER: "ada",
    REMOTE_ADDR: "127.0.0.1",
    REQUEST_METHOD: request.method,
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: request.headers["content-type"],
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
    HTTP_GIT_PROTOCOL: request.headers["git-protocol"] as string | undefined,
    GIT_PROTOCOL: request.headers["git-protocol"] as string | undefined,
  };
  const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "ignore"] });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.once("close", () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf("\r\n\r\n");
    const headers = whole.subarray(0, end).toString("latin1").split("\r\n");
    const named = headers.map(
      (line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()] as const,
    );
    const status = Number(named.find(([name]) => name.toLowerCase() === "status")?.[1].slice(0, 3) ?? "200");
    response.writeHead(status, Object.fromEntries(named.filter(([name]) => name.toLowerCase() !== "status")));
    response.end(whole.subarray(end + 4));
  });
}
