import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { env, exit, stderr } from "node:process";

// The first job of the action: agents work here, so no token may be at hand.

const branch = "tutti-proposal";
const held = ["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"].filter((name) => (env[name] ?? "") !== "");
if (held.length > 0) fail(`${held.join(" and ")} must not be set in the job that lets agents work`);

const git = (/** @type {string[]} */ ...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
const base = git("rev-parse", "HEAD");
git("checkout", "--quiet", "-B", branch);
const [program = "", ...before] = (env["TUTTI_COMMAND"] ?? "").trim().split(/\s+/);
const asked = (env["TUTTI_RUN"] ?? "").trim().split(/\s+/);
const { status, error } = spawnSync(program, [...before, "--local", ...asked], { stdio: "inherit" });
if (error !== undefined) fail(`${program} could not be started: ${error.message}`);
const isChanged = git("rev-parse", branch) !== base;
if (isChanged) git("bundle", "create", env["TUTTI_BUNDLE"] ?? "", `${base}..refs/heads/${branch}`);
appendFileSync(env["GITHUB_OUTPUT"] ?? "/dev/null", `changed=${String(isChanged)}\n`);
// Sheets that failed do not hide those that landed: the result is proposed, and the job says what went wrong.
exit(isChanged ? 0 : (status ?? 1));

/** @param {string} why @returns {never} */
function fail(why) {
  stderr.write(`tutti: ${why}\n`);
  exit(1);
}
