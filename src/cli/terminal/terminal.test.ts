import { afterEach, expect, it, vi } from "vitest";
import { makeTerminal } from "./terminal.ts";

type Host = Parameters<typeof makeTerminal>[0];
const host = (isTTY: boolean | undefined, env: NodeJS.ProcessEnv): Host =>
  ({ stdout: { isTTY }, stderr: { isTTY: true }, env }) as unknown as Host;

afterEach(() => {
  vi.unstubAllEnvs();
});

it("only a person's terminal gets colours, regardless of the environment of the process", () => {
  vi.stubEnv("FORCE_COLOR", "1");
  const red = (stdout: boolean | undefined, env: NodeJS.ProcessEnv = {}): string =>
    makeTerminal(host(stdout, env)).red("x");
  expect(red(true)).not.toBe("x");
  expect([red(undefined), red(false), red(true, { NO_COLOR: "1" }), red(true, { TERM: "dumb" })]).toEqual([
    "x",
    "x",
    "x",
    "x",
  ]);
});

it("the output of results has columns only where it is a terminal that knows its size", () => {
  const columns = (stdout: object): number | undefined =>
    makeTerminal({ stdout, stderr: { isTTY: true, columns: 80 }, env: {} } as unknown as Host).outColumns?.();
  expect([
    columns({ isTTY: true, columns: 120 }),
    columns({ isTTY: true, columns: 0 }),
    columns({ columns: 120 }),
  ]).toEqual([120, undefined, undefined]);
});
