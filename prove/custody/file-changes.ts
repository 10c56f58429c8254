import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Files } from "../files.ts";
import { blobName, plainFile } from "../files.ts";
import { blobBytes } from "./bytes.ts";
import type { Change, Place } from "./state.ts";

/** What the contexts of this proof begin with, so many parts of it. */
export function contextBase(parts: number): Files {
  return new Map(
    Array.from({ length: parts }, (_, part) =>
      [...partFiles].map(([path, file]) => [`${partName(part)}/${path}`, file] as const),
    ).flat(),
  );
}

export function partName(part: number): string {
  return `part-${part}`;
}

const rules = "*.log\nbuild/\n";

/** The file of rules, as git keeps it. */
export const baseRules = `100644 ${blobName(rules)}`;

/** What a rule of the base's own lets go. */
export function isWaste(path: string): boolean {
  return path.endsWith(".log") || path.includes("/build/");
}

/** No change touches a file that another one touches. */
const partFiles: Files = new Map([
  ["README.md", plainFile("# A repository\n")],
  [".gitignore", plainFile(rules)],
  ["src/edited.txt", plainFile("one\ntwo\nthree\n")],
  ["src/deleted.txt", plainFile("to be deleted\n")],
  ["src/moved.txt", plainFile("to be moved\n")],
  ["src/mode.sh", plainFile("#!/bin/sh\n")],
  ["src/hidden.txt", plainFile("to be hidden\n")],
  ["src/staged.txt", plainFile("to be staged\n")],
  ["swap", plainFile("a file that becomes a folder\n")],
  ["nest/egg.txt", plainFile("a folder that becomes a link\n")],
  ["closed/inside.txt", plainFile("a folder that is closed\n")],
]);

export const fileChanges: readonly Change[] = [
  ["dirty", (place) => done(() => appendFileSync(join(place.folder, "src/edited.txt"), blobBytes(place.chance, 200)))],
  ["untracked", (place) => done(() => manyNew(place, "new"))],
  ["deleted", (place) => done(() => rmSync(join(place.folder, "src/deleted.txt"), { force: true }))],
  [
    "renamed",
    (place) => done(() => renameSync(join(place.folder, "src/moved.txt"), join(place.folder, "src/elsewhere.txt"))),
  ],
  ["mode", (place) => done(() => chmodSync(join(place.folder, "src/mode.sh"), 0o755))],
  [
    "big",
    (place) => done(() => write(place, "big.bin", blobBytes(place.chance, 200_000 + place.chance.whole(2_000_000)))),
  ],
  ["empty folders", (place) => done(() => mkdirSync(join(place.folder, "empty/in/empty"), { recursive: true }))],
  ["empty file", (place) => done(() => write(place, "nothing.txt", ""))],
  ["links", (place) => done(() => links(place))],
  ["hard links", (place) => done(() => hardLinks(place))],
  ["pipe", (place) => done(() => execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(place.folder, "a pipe")]))],
  ["names of any bytes", (place) => done(() => oddNames(place))],
  ["ignored", (place) => done(() => ignored(place))],
  ["edited .gitignore", (place) => done(() => editIgnore(place))],
  ["closed file", (place) => done(() => closedFile(place))],
  ["closed folder", (place) => done(() => chmodSync(join(place.folder, "closed"), 0))],
  ["file to folder", (place) => done(() => fileToFolder(place))],
  ["folder to link", (place) => done(() => folderToLink(place))],
  ["deep", (place) => done(() => write(place, `${"deep/".repeat(40)}down.txt`, "far down\n"))],
  ["line ends", (place) => done(() => lineEnds(place))],
  ["nested repository without a commit", (place) => done(() => nested(place, "sketch", false))],
  ["nested repository", (place) => done(() => nested(place, "vendored", true))],
];

function done(work: () => unknown): undefined {
  work();
  return undefined;
}

function write(place: Place, path: string, content: string | Uint8Array): void {
  const full = join(place.folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
}

function manyNew(place: Place, folder: string): void {
  for (let index = 0; index <= place.chance.whole(12); index++)
    write(place, `${folder}/${index}/file.txt`, blobBytes(place.chance, place.chance.whole(3_000)));
}

function links(place: Place): void {
  for (const [name, target] of Object.entries({
    loop: "loop",
    "to-nothing": "not/there",
    out: "/etc/hostname",
    up: "../../..",
    self: ".",
  })) {
    symlinkSync(target, join(place.folder, `link-${name}`));
  }
}

function hardLinks(place: Place): void {
  write(place, "twin-1.txt", "the same file twice\n");
  linkSync(join(place.folder, "twin-1.txt"), join(place.folder, "twin-2.txt"));
}

function oddNames(place: Place): void {
  const names = [
    "a\nb",
    'quote"',
    "-rf",
    " blank ",
    "back\\slash",
    "tab\t",
    "dot.",
    "é",
    "é",
    "🎼",
    "*",
    "?",
    "x".repeat(250),
    ":(top)",
    "#not a comment",
    "!no",
  ];
  for (const name of names) write(place, `odd/${name}`, `${name}\n`);
  for (const bytes of [[0xff, 0xfe], [0xc3, 0x28], [0x80]]) {
    writeFileSync(Buffer.concat([Buffer.from(`${place.folder}/odd/`), Buffer.from(bytes)]), "not UTF-8\n");
  }
}

function ignored(place: Place): void {
  write(place, "debug.log", "waste\n");
  write(place, "build/out.o", "waste\n");
  write(place, "deep/in/here.log", "waste\n");
}

/** A rule of its own hides work: what is ignored by it is not waste. */
function editIgnore(place: Place): void {
  appendFileSync(join(place.folder, ".gitignore"), "secret/\n*.tmp\n");
  write(place, "secret/plan.txt", "work that a rule hides\n");
  write(place, "work.tmp", "more of it\n");
}

function closedFile(place: Place): void {
  write(place, "closed.txt", "no one may read this\n");
  chmodSync(join(place.folder, "closed.txt"), 0);
}

function fileToFolder(place: Place): void {
  rmSync(join(place.folder, "swap"));
  write(place, "swap/inside.txt", "a folder now\n");
}

function folderToLink(place: Place): void {
  rmSync(join(place.folder, "nest"), { recursive: true });
  symlinkSync("src", join(place.folder, "nest"));
}

function lineEnds(place: Place): void {
  write(place, ".gitattributes", "*.crlf text eol=crlf\n*.txt text=auto\n* filter=none-such\n");
  write(place, "dos.crlf", "one\r\ntwo\r\n");
  write(place, "mixed.txt", "one\r\ntwo\n");
}

function nested(place: Place, name: string, committed: boolean): void {
  write(place, `${name}/lib/code.txt`, `code of ${name}\n`);
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=N", "-c", "user.email=n@tutti.invalid", ...args], {
      cwd: join(place.folder, name),
      stdio: "pipe",
      env: nestedEnv,
    });
  git("init", "-q");
  if (!committed) return;
  git("add", "--all");
  git("commit", "-q", "-m", "nested");
  write(place, `${name}/lib/dirty.txt`, "not committed there\n");
}

const nestedEnv = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
