// `npm run shape`: how the source is cut into rooms, folders and files. Exits 1 when a limit is broken.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const mostLines = 300;
const mostInFolder = 15;
const goals = { files: 1_000, bytes: 3_300_000 };
// The same measure when the first seven capabilities were done (at a line width of 160).
const first = { files: 1_439, lines: 85_800, bytes: 3_900_000, median: 50, p95: 141, largest: 251 };

/** @typedef {{ path: string, lines: number, bytes: number, imports: readonly string[] }} Source */

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) main();

function main() {
  const { text, violations } = report(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
  process.stdout.write(text);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** @param {string} root */
export function report(root) {
  const tops = ["src", "packages"];
  const all = tops.flatMap((top) => filesBelow(join(root, top))).map((path) => relative(root, path));
  const sources = all.filter(isSource).map((path) => readSource(root, path));
  const violations = [...tooLong(sources), ...tooFull(all)];
  const text = [
    ...table(
      ["", "now", "first measure", "goal"],
      [
        ["files", figure(sources.length), figure(first.files), `≤ ${figure(goals.files)}`],
        ["lines", figure(sum(sources, "lines")), figure(first.lines), ""],
        ["bytes", figure(sum(sources, "bytes")), figure(first.bytes), `≤ ${figure(goals.bytes)}`],
        ["lines a file, median", figure(quantile(sources, 0.5)), figure(first.median), ""],
        ["lines a file, p95", figure(quantile(sources, 0.95)), figure(first.p95), ""],
        ["lines, longest file", figure(quantile(sources, 1)), figure(first.largest), `≤ ${mostLines}`],
      ],
    ),
    "",
    ...table(["room", "files", "lines", "bytes", "median", "longest", "one importer"], rooms(sources)),
    "",
    ...table(
      ["largest folders", "files"],
      [...folders(all)]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 10)
        .map(([folder, files]) => [folder, figure(files)]),
    ),
    "",
    ...violations,
    `${violations.length} violations: files over ${mostLines} lines, folders over ${mostInFolder} files`,
    "",
  ].join("\n");
  return { text, violations };
}

/** @param {readonly Source[]} sources */
function rooms(sources) {
  const importers = importersOf(sources);
  const byRoom = Map.groupBy(sources, ({ path }) => path.split("/").slice(0, 2).join("/"));
  return [...byRoom]
    .sort(([, a], [, b]) => sum(b, "bytes") - sum(a, "bytes"))
    .map(([room, own]) => [
      room,
      figure(own.length),
      figure(sum(own, "lines")),
      figure(sum(own, "bytes")),
      figure(quantile(own, 0.5)),
      figure(quantile(own, 1)),
      figure(own.filter(({ path }) => importers.get(path) === 1).length),
    ]);
}

/** @param {readonly Source[]} sources */
function importersOf(sources) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { imports } of sources) for (const path of new Set(imports)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Source}
 */
function readSource(root, path) {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, to = ""]) => join(dirname(path), to));
  return { path, lines: text.split("\n").length - 1, bytes: Buffer.byteLength(text), imports };
}

/** @param {readonly Source[]} sources */
function tooLong(sources) {
  return sources.filter(({ lines }) => lines > mostLines).map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** @param {readonly string[]} all */
function tooFull(all) {
  return [...folders(all)]
    .filter(([, files]) => files > mostInFolder)
    .map(([folder, files]) => `${folder}: ${files} files`);
}

/** Tests count: they are in a reader's way too. @param {readonly string[]} all */
function folders(all) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of all) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

/** @param {string} folder @returns {readonly string[]} */
function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

/** @param {string} path */
function isSource(path) {
  return path.endsWith(".ts") && !basename(path).endsWith(".test.ts");
}

/** @param {readonly Source[]} sources @param {"lines" | "bytes"} what */
function sum(sources, what) {
  return sources.reduce((total, source) => total + source[what], 0);
}

/** @param {readonly Source[]} sources @param {number} share */
function quantile(sources, share) {
  const lines = sources.map((source) => source.lines).sort((a, b) => a - b);
  return lines[Math.min(lines.length - 1, Math.floor(share * lines.length))] ?? 0;
}

/** @param {number} value */
function figure(value) {
  return value.toLocaleString("en");
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => (row[at] ?? "").length)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
