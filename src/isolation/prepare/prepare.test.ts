import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { prepare } from "./prepare.ts";

it("a context is prepared with what the checkout has, and it is said what, how and in which time", async () => {
  const repository = makeRepository({ "api/a.js": "a\n" });
  writeFiles(repository.path, { "node_modules/one/index.js": "", "api/node_modules/two/index.js": "" });
  const wired = await wire(repository);
  const context = await wired.create("ready");
  const above = tempFolder();
  const borrow = ["node_modules", "api/node_modules", "not-there", "api/not-there"];
  const { top, commonDir: store } = { ...wired.store.repository, commonDir: wired.store.gitDir };
  const { repository: whole } = wired.store;
  const ready = await prepare(wired.git, context, { top, repository: whole, borrow, above, store });
  expect(ready.prepared?.parts).toEqual([
    { path: "node_modules", how: "links" },
    { path: "api/node_modules", how: "links" },
  ]);
  expect(ready).toMatchObject({ ...context, lent: ["api/node_modules"], lentFrom: top });
  expect(ready.prepared?.tookMs).toBeGreaterThanOrEqual(0);
  expect(
    [join(above, "node_modules/one"), join(context.path, "api/node_modules/two")].filter((path) => !existsSync(path)),
  ).toEqual([]);
});
