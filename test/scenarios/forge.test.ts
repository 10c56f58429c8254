import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sourceOf } from "../../src/cli/plan/source.ts";
import { tutti } from "../kit/command-line.ts";
import { tempFolder } from "../kit/folders.ts";
import { type FakeForge, startForge } from "../kit/forge-server.ts";
import { type TestRepository, makeRepository } from "../kit/repository.ts";

let forge: FakeForge;
let user: TestRepository;

beforeEach(async () => {
  forge = await startForge("acme/next.js");
  forge.issues.push({
    number: 12,
    title: "Write a greeting",
    body: "Please.\n\nscript:\ncreate greeting.txt hello\nnotes:",
    by: "eve",
    remarks: [{ id: 1, by: "ada", text: "In English." }],
  });
  user = makeRepository({ "a.txt": "a\n" });
  vi.stubEnv("TUTTI_HOME", join(tempFolder(), "home"));
  vi.stubEnv("TUTTI_LOCAL", "1");
  vi.stubEnv("GITHUB_SERVER_URL", forge.url);
  vi.stubEnv("GH_ENTERPRISE_TOKEN", forge.token);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it("a task about an issue gives its agent the issue, and lands what that comes to", async () => {
  const { code, err } = await tutti("task", "--issue", "acme/next.js#12", "--agent", "scripted", "--repo", user.path);
  expect([code, err.includes("error")]).toEqual([0, false]);
  expect(user.git("show", "main:greeting.txt")).toBe("hello");
  expect(user.git("log", "-1", "--format=%s", "main")).toBe("fix: Resolve acme/next.js#12: Write a greeting");
});

it.each([
  ["acme/next.js#13", "not found"],
  ["acme/next.js", "is no issue or pull request"],
])("%s is refused before anything starts", async (issue, why) => {
  const { code, err } = await tutti("task", "--issue", issue, "--agent", "scripted", "--repo", user.path);
  expect(code).not.toBe(0);
  expect(err.toLowerCase()).toContain(why);
  expect(user.git("log", "--format=%s", "main")).toBe("first");
});

it("a plan of an issue is made of its title and text, by its name or its address, without a login where anyone may read it", async () => {
  const wanted = {
    text: "Write a greeting\n\nPlease.\n\nscript:\ncreate greeting.txt hello\nnotes:",
    name: "issue-12",
  };
  expect(await sourceOf(["acme/next.js#12"])).toEqual(wanted);
  vi.stubEnv("GH_ENTERPRISE_TOKEN", "");
  forge.isPublic = true;
  expect(await sourceOf([`${forge.url}/acme/next.js/issues/12`])).toEqual(wanted);
});
