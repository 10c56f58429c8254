import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { wire } from "../../../test/kit/wire.ts";
import { forgetDeleted } from "./record.ts";

it("the id of a context whose folder was deleted can be used again", async () => {
  const wired = await wire(makeRepository());
  const context = await wired.create("fix");
  rmSync(context.path, { recursive: true });
  await expect(wired.create("fix")).rejects.toMatchObject({ code: "context.create_failed" });
  await forgetDeleted(wired.places, context.id);
  expect((await wired.create("fix")).path).toBe(context.path);
});

it("a context that is there, or whose place can't be reached, is not forgotten", async () => {
  const wired = await wire(makeRepository());
  const { id, path } = await wired.create("fix");
  await forgetDeleted(wired.places, id);
  expect(existsSync(wired.places.admin(id))).toBe(true);
  renameSync(dirname(path), `${dirname(path)}-unmounted`);
  await forgetDeleted(wired.places, id);
  expect(existsSync(wired.places.admin(id))).toBe(true);
});
