import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { homeProblem } from "./home-problem.ts";

const met = (code: string): Error => Object.assign(new Error(`${code}: some words of the system`), { code });

it.each([
  ["EROFS", "it is on a read-only file system"],
  ["ENOSPC", "its disk is full"],
  ["EDQUOT", "its disk is full"],
])("a home that can't be written says why: %s", async (code, why) => {
  const problem = await homeProblem("/somewhere/home", met(code));
  expect([problem.code, problem.message]).toEqual([
    "home.unusable",
    `Tutti's own folder /somewhere/home can't be used: ${why}`,
  ]);
});

it("a home of another user says that there is no permission, and whose it is", async () => {
  const folder = tempFolder();
  const { uid } = statSync(folder);
  const { message } = await homeProblem(join(folder, "inside", "home"), met("EACCES"));
  expect(message).toContain("you have no permission");
  expect(message).toMatch(new RegExp(`${folder} belongs to ${uid === 0 ? "root" : ""}`));
});

it("anything else is said in the system's own words", async () => {
  expect((await homeProblem("/x", met("EIO"))).message).toContain("EIO: some words of the system");
});
