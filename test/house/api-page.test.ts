import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeJob } from "../kit/jobs.ts";
import { eventTypes } from "../../src/api/contract/events.ts";
import { methods } from "../../src/api/methods/table.ts";
import { jobView } from "../../src/conductor/report/views/job-view.ts";
import { usualCaps } from "../../src/api/wire/caps.ts";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "docs", "api.md"), "utf8");
const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z-]+)` \|[^|]*\|([^|]*)\|$/gm)].map(([, method = "", takes = ""]) => ({
  method,
  takes,
}));

it("docs/api.md has every method once, and no other", () => {
  expect(rows.map(({ method }) => method).toSorted()).toEqual(Object.keys(methods).toSorted());
});

it("a method is declared in the file of its name, and nowhere else", () => {
  const folder = join(repository, "src/api/methods");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\/.*\.ts$/.test(path));
  expect(files.map((path) => path.replace(/\/(.*\/)?/, ".").replace(/\.ts$/, "")).toSorted()).toEqual(
    Object.keys(methods).toSorted(),
  );
});

it("a method with a key takes one", () => {
  const keyed = Object.entries(methods).filter(([, { keyed }]) => keyed);
  expect(keyed.flatMap(([name, { params }]) => ("key" in params.shape ? [] : [name]))).toEqual([]);
  expect(keyed.length).toBeGreaterThan(20);
});

it("docs/api.md has every parameter of a method, and whether it may be left out", () => {
  let same = "";
  const wrong = rows.flatMap(({ method, takes }) => {
    // "the same": as in the row above, which says it in full.
    const full = takes.includes("the same") ? takes.replace("the same", same) : takes;
    if (!takes.includes("the same")) same = takes.trim();
    const named = [...full.matchAll(/`(\w+\??)[^`]*`/g)].map(([, name]) => name ?? "");
    const shape = methods[method as keyof typeof methods].params.shape as Record<
      string,
      { safeParse(value: unknown): { success: boolean } }
    >;
    const real = Object.entries(shape).map(([name, schema]) =>
      schema.safeParse(undefined).success ? `${name}?` : name,
    );
    return [...named].sort().join() === real.sort().join() ? [] : [`${method}: ${real.join()} but ${named.join()}`];
  });
  expect(wrong).toEqual([]);
});

it("docs/api.md has every type of event once, and no other", () => {
  const named = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|[^|]*\|$/gm)].map(([, type]) => type);
  expect(named).toEqual([...eventTypes]);
});

it("docs/api.md has every field of a cost, and what a sheet says of its agent", () => {
  const view = jobView(makeJob("job", ["a"]), { states: new Map(), blocked: new Map(), isPlayed: true });
  const { agent, model, session, code, cost } = view.sheets[0] ?? {};
  const fields = [...Object.keys(view.cost), ...Object.keys({ agent, model, session, code, cost })];
  expect(fields.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it("docs/api.md has the caps as they are", () => {
  const { messageBytes, helloBytes, connections, helloMs, strikes, underWay, batch, subscriptions, unsentBytes } =
    usualCaps;
  expect(page).toContain(`| ${messageBytes / 2 ** 20} MiB, before hello ${helloBytes / 1024} KiB;`);
  expect(page).toContain(`| connections | ${connections};`);
  expect(page).toContain(`| within ${helloMs / 1000} s and the first ${strikes} messages |`);
  expect(page).toContain(`| ${underWay}; more wait unread |`);
  expect(page).toContain(`| ${batch} calls |`);
  expect(page).toContain(`| subscriptions of one connection | ${subscriptions} |`);
  expect(page).toContain(`| ${unsentBytes / 2 ** 20} MiB, then`);
});
