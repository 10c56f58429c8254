import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { makeLog } from "./rotating.ts";

describe("the log", () => {
  it("has one JSON object a line, for its owner's eyes only", () => {
    const path = join(tempFolder(), "conductor.log");
    writeFileSync(path, "", { mode: 0o644 });
    const log = makeLog({ path, now: () => 0 });
    log.write("info", "started", { pid: 7 });
    log.write("error", "two\nlines");
    log.close();
    expect(linesOf(path)).toEqual([
      { at: "1970-01-01T00:00:00.000Z", level: "info", what: "started", pid: 7 },
      { at: "1970-01-01T00:00:00.000Z", level: "error", what: "two\nlines" },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("goes on at the end of the file that is there", () => {
    const path = join(tempFolder(), "conductor.log");
    for (const what of ["one", "two"]) {
      const log = makeLog({ path, now: () => 0 });
      log.write("info", what);
      log.close();
    }
    expect(linesOf(path).map(({ what }) => what)).toEqual(["one", "two"]);
  });

  it("never takes more room than its files may, and keeps the newest lines", () => {
    const folder = tempFolder();
    const path = join(folder, "conductor.log");
    const log = makeLog({ path, now: () => 0, capBytes: 300, files: 3 });
    for (let number = 1; number <= 50; number += 1) log.write("info", `line ${number}`);
    log.close();
    expect(readdirSync(folder).sort()).toEqual(["conductor.log", "conductor.log.1", "conductor.log.2"]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(300);
    const kept = ["conductor.log.2", "conductor.log.1", "conductor.log"].flatMap((name) =>
      linesOf(join(folder, name)).map(({ what }) => what),
    );
    expect(kept.at(-1)).toBe("line 50");
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => `line ${51 - kept.length + index}`));
  });

  it("takes a line that is longer than a whole file", () => {
    const path = join(tempFolder(), "conductor.log");
    const log = makeLog({ path, now: () => 0, capBytes: 100 });
    log.write("info", "x".repeat(1000));
    log.write("info", "next");
    log.close();
    expect(linesOf(path).map(({ what }) => what)).toEqual(["next"]);
    expect(existsSync(`${path}.1`)).toBe(true);
  });

  it.skipIf(!existsSync("/dev/full"))(
    "on a full disk counts what it could not write, and says so once there is room",
    () => {
      const path = join(tempFolder(), "conductor.log");
      symlinkSync("/dev/full", path);
      const log = makeLog({ path, now: () => 0 });
      for (const what of ["one", "two", "three"]) log.write("info", what);
      rmSync(path);
      log.write("info", "four");
      log.write("info", "five");
      log.close();
      expect(linesOf(path)).toMatchObject([{ level: "warn", lost: 3 }, { what: "four" }, { what: "five" }]);
    },
  );

  it("waits for its folder to come back", () => {
    const folder = join(tempFolder(), "log");
    const log = makeLog({ path: join(folder, "conductor.log"), now: () => 0 });
    log.write("info", "nowhere to go");
    mkdirSync(folder);
    log.write("info", "here");
    log.close();
    expect(linesOf(join(folder, "conductor.log"))).toMatchObject([{ lost: 1 }, { what: "here" }]);
  });
});

function linesOf(path: string): readonly Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
