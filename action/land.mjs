import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { env, exit, stderr, stdout } from "node:process";

// The second job of the action: it has the token, runs nothing that an agent wrote, and takes only commits.

const bundle = env["TUTTI_BUNDLE"] ?? "";
const branch = env["TUTTI_BRANCH"] ?? "";
const base = env["TUTTI_BASE"] ?? "";
const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { encoding: "utf8" }).trim();

if (!/^[\w./-]+$/.test(branch) || branch === base || branch.startsWith("-")) fail(`${branch} can't be the branch`);
const before = git("rev-parse", "HEAD");
git("bundle", "verify", "--quiet", bundle);
git("fetch", "--quiet", bundle, "+refs/heads/tutti-proposal:refs/tutti/proposal");
const proposal = git("rev-parse", "refs/tutti/proposal");
if (git("merge-base", before, proposal) !== before) fail("the proposal is not based on the commit that is checked out");
const workflows = git("diff", "--name-only", before, proposal, "--", ".github");
if (workflows !== "" && env["TUTTI_ALLOW_WORKFLOWS"] !== "true")
  fail(`the proposal changes ${workflows.split("\n").join(", ")}; set allow-workflows to let it`);
// A lease on what is there now: another run's proposal is replaced, a person's commit that came since is not.
const there = git("ls-remote", "origin", `refs/heads/${branch}`).split("\t")[0] ?? "";
git(
  "push",
  "--quiet",
  `--force-with-lease=refs/heads/${branch}:${there}`,
  "origin",
  `${proposal}:refs/heads/${branch}`,
);
const url = (await find()) ?? (await open());
appendFileSync(env["GITHUB_OUTPUT"] ?? "/dev/null", `url=${url}\n`);
stdout.write(`${url}\n`);

/** The open pull request from the branch, so that a second run opens no second one. */
async function find() {
  const owner = (env["GITHUB_REPOSITORY"] ?? "").split("/")[0] ?? "";
  const found = await ask("GET", `/pulls?state=open&head=${encodeURIComponent(`${owner}:${branch}`)}`);
  return /** @type {{ html_url?: string }[]} */ (found)[0]?.html_url;
}

async function open() {
  const made = await ask("POST", "/pulls", {
    title: env["TUTTI_TITLE"] ?? "",
    head: branch,
    base,
    body: `${git("log", "--format=- %s", `${before}..${proposal}`)}\n`,
  });
  return /** @type {{ html_url: string }} */ (made).html_url;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<unknown>}
 */
async function ask(method, path, body) {
  const answer = await fetch(`${env["GITHUB_API_URL"] ?? ""}/repos/${env["GITHUB_REPOSITORY"] ?? ""}${path}`, {
    method,
    headers: { authorization: `Bearer ${env["TUTTI_TOKEN"] ?? ""}`, accept: "application/vnd.github+json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) fail(`the server answered ${String(answer.status)} to ${method} ${path}`);
  return answer.json();
}

/** @param {string} why @returns {never} */
function fail(why) {
  stderr.write(`tutti: ${why}\n`);
  exit(1);
}
