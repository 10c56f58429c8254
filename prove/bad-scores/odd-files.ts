import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BadCase } from "./bad-case.ts";
import { refused, scoreWith } from "./bad-case.ts";

/** What a path can lead to besides a score. */
export function oddFiles(): readonly BadCase[] {
  const right = scoreWith({});
  const holding = (content: string | Uint8Array) => (folder: string) => written(folder, content);
  return [
    refused("a file that is not there", (folder) => join(folder, "nowhere.yaml")),
    refused("a folder", (folder) => folder),
    refused("/dev/zero", () => "/dev/zero"),
    refused("/dev/null", () => "/dev/null"),
    refused("a named pipe", (folder) => {
      const path = join(folder, "pipe");
      makePipe(path);
      return path;
    }),
    refused("a link to itself", (folder) => linked(folder, "score.yaml")),
    refused("a link to nothing", (folder) => linked(folder, "nowhere")),
    refused("a link to /dev/zero", (folder) => linked(folder, "/dev/zero")),
    refused("a path of 5000 characters", (folder) => join(folder, "a/".repeat(2500))),
    refused("a path through a file", (folder) => join(written(folder, right), "score.yaml")),
    refused("an empty file", holding("")),
    refused("50 MB of text", holding(`${right}\n${"# nothing\n".repeat(5_000_000)}`)),
    refused("a file with a hole of 2 GB", (folder) => withHole(folder)),
    refused("bytes of every value", holding(Uint8Array.from({ length: 4096 }, (_, index) => (index * 167) % 256))),
    refused("text with a byte that is none", holding(Buffer.concat([Buffer.from(right), Buffer.from([0xff])]))),
    refused(
      "UTF-16, little end first",
      holding(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(right, "utf16le")])),
    ),
    refused(
      "UTF-16, big end first",
      holding(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(right, "utf16le").swap16()])),
    ),
    refused("UTF-32", holding(Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(right, "utf16le")]))),
    ...filesForPrompts(),
  ];
}

/** What a score's own paths can lead to. */
function filesForPrompts(): readonly BadCase[] {
  const large = "x".repeat(2_000_000);
  const paths = [
    "nowhere.md",
    ".",
    "/dev/zero",
    "pipe",
    "large.md",
    "/proc/self/mem",
    "nul\0.md",
    "a/".repeat(3000),
    `${"a".repeat(300)}.md`,
  ];
  const files = { pipe: null, "large.md": large };
  return paths.flatMap((path) => {
    const shown = path.length > 40 ? "a long path" : JSON.stringify(path);
    return [
      refused(`prompt_file: ${shown}`, scoreWith({ sheet: { prompt: undefined, prompt_file: path } }), files),
      refused(`prelude: ${shown}`, scoreWith({ score: { prelude: [path] } }), files),
      refused(`a skill: ${shown}`, scoreWith({ sheet: { cadenza: [{ file: path, as: "skill" }] } }), files),
      refused(`an extension: ${shown}`, scoreWith({ sheet: { prompt_extensions: [{ file: path }] } }), files),
      refused(`include ${shown}`, scoreWith({ sheet: { prompt: `{% include ${JSON.stringify(path)} %}` } }), files),
    ];
  });
}

/** Node has no call for it. */
export function makePipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", path]);
}

function written(folder: string, content: string | Uint8Array): string {
  const path = join(folder, "score.yaml");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, content);
  return path;
}

function linked(folder: string, target: string): string {
  const path = join(folder, "score.yaml");
  symlinkSync(target, path);
  return path;
}

function withHole(folder: string): string {
  const path = join(folder, "score.yaml");
  const file = openSync(path, "w");
  ftruncateSync(file, 2 ** 31);
  closeSync(file);
  return path;
}
