import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { doctor } from "./doctor.ts";

async function examined(options: { repo: string; json?: true }): Promise<{ code: number; out: string }> {
  const out: string[] = [];
  const plain = (text: string): string => text;
  const colours = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    err: plain,
    raw: plain,
    isLive: false,
    columns: () => 80,
    rows: () => 24,
    ...colours,
  };
  const code = await doctor(terminal, options);
  return { code, out: out.join("\n") };
}

/** A machine with enough room, independent of this one. */
function ground(): { repo: string; user: string } {
  const folder = tempFolder();
  mkdirSync(join(folder, "tutti"));
  mkdirSync(join(folder, "repo"));
  for (const [name, value] of Object.entries({
    TUTTI_HOME: join(folder, "home"),
    XDG_CONFIG_HOME: folder,
    TUTTI_DISK_FLOOR_GB: "0",
    TUTTI_LIMITS_MEMORY_FLOOR: "0",
    TUTTI_CONTAINMENT: "auto",
  }))
    vi.stubEnv(name, value);
  return { repo: join(folder, "repo"), user: join(folder, "tutti", "config.yaml") };
}

test("tutti doctor ends well when nothing is bad", async () => {
  const { code, out } = await examined({ repo: ground().repo });
  expect(out).toMatch(/^ok {4}settings +the built-in ones$/m);
  expect(code).toBe(0);
});

test("a fault is reported with its fix, and the exit code is 1", async () => {
  const { repo, user } = ground();
  writeFileSync(user, "paralel: 8\n");
  const { code, out } = await examined({ repo });
  expect(out).toContain(
    `bad   settings     ${user}:1:1 paralel: unknown key; did you mean parallel?\n                   → docs/config.md`,
  );
  expect(code).toBe(1);
});

test("as JSON it is one document", async () => {
  const { repo } = ground();
  const { out } = await examined({ repo, json: true });
  expect(JSON.parse(out)).toMatchObject({
    healthy: true,
    checks: expect.arrayContaining([
      { name: "settings", state: "ok", detail: "the built-in ones", fix: null },
    ]) as unknown,
  });
});
