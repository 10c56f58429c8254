import { execFileSync } from "node:child_process";
import type { Plant } from "./plants.ts";

/** Words in the names of settings that name a program, or a place where programs are found. */
const suspicious =
  /command|cmd|program|driver|helper|hook|textconv|path|editor|pager|askpass|proxy|fsmonitor|uploadpack$|receivepack$/i;

/** Every such setting of the git that is installed here, planted at once: a new version of git brings its own. */
export function everyKey(): Plant {
  const keys = suspiciousKeys();
  // Some want a yes or a no, and with a program in its place git does nothing at all any more.
  const plant =
    'plant() { git config "$1" "$CANARY $1" && git status >/dev/null && git log -p -1 >/dev/null || git config --unset "$1"; } 2>/dev/null';
  return {
    name: "every-key",
    fires: true,
    script: [plant, ...keys.map((key) => `plant ${key}`), "echo '* filter=x diff=x merge=x' >.gitattributes"].join(
      "\n",
    ),
  };
}

function suspiciousKeys(): readonly string[] {
  const listed = execFileSync("git", ["help", "--config"], { encoding: "utf8" });
  return listed
    .split("\n")
    .map((line) => line.trim().replaceAll(/<[^>]*>|\*/g, "x"))
    .filter((key) => /^[a-z][\w-]*(\.[\w-]+)+$/i.test(key) && suspicious.test(key));
}
