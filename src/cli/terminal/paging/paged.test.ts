import { expect, it } from "vitest";
import { isPaged } from "./paged.ts";

const host = (isTTY: boolean, env: NodeJS.ProcessEnv = {}): Parameters<typeof isPaged>[1] =>
  ({ stdout: { isTTY }, env }) as unknown as Parameters<typeof isPaged>[1];
const paged = (name: string, options: object, where = host(true)): boolean => isPaged({ name, options }, where);

it("only a person who reads results gets a pager", () => {
  expect([paged("diff", {}), paged("help", {})]).toEqual([true, true]);
  expect([
    paged("diff", { json: true }),
    paged("status", { watch: true }),
    paged("run", {}),
    paged("diff", {}, host(false)),
    paged("diff", {}, host(true, { PAGER: "cat" })),
    paged("diff", {}, host(true, { PAGER: "less", TUTTI_PAGER: "" })),
    paged("diff", {}, host(true, { TERM: "dumb" })),
  ]).toEqual(Array.from({ length: 7 }, () => false));
});
