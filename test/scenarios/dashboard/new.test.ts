import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { makeRepository } from "../../kit/repository.ts";

const score = (end: string): string => `name: both
agent: scripted
sheets:
  - id: one
    prompt: create one.txt 1
  - id: two
    after: [one]
    prompt: create two.txt 2
${end}`;

it("the page New job says as it is written what is wrong with a score and what it would do, and makes jobs that land", async () => {
  const kit = makeConductorKit();
  const repository = makeRepository();
  kit.cli("start");
  const { page, complaints } = await visit(kit, "/new");
  await page.getByLabel("Repository").fill(repository.path);
  await page.getByRole("button", { name: "A score" }).click();
  const editor = page.getByRole("textbox", { name: "Score" });
  await editor.fill(score("sheeets: []\n"));
  const outcome = page.getByRole("region", { name: "What it would do" });
  await outcome.getByText("Not valid: 1 error").waitFor();
  await outcome.getByText("sheeets").first().waitFor();
  await page.locator(".cm-lintRange-error").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // Chromium itself writes style attributes when it replaces text by a script, which the policy refuses.
  await editor.press("ControlOrMeta+a");
  await editor.press("Delete");
  await editor.fill(score("land"));
  await editor.press("ControlOrMeta+End");
  await editor.press("Control+Space");
  await page.getByRole("option", { name: "landing" }).click();
  await editor.pressSequentially("approve");
  await outcome.getByText("Valid: 2 sheets").waitFor();
  await outcome.getByText("longest chain: 2 of 2 sheets").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Start the job" }).click();
  await page.waitForURL(/\/jobs\/both/);
  await page.getByRole("img", { name: /waits for you/ }).waitFor();

  await page.goto(new URL("/new", page.url()).href);
  await expect.poll(() => page.getByLabel("Agent").inputValue(), { timeout: 300_000 }).toBe("claude");
  await page.getByLabel("Agent").fill("scripted");
  await page.getByLabel("What should be done").fill("create three.txt 1\n---\ncreate four.txt 2");
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole("button", { name: "Start the job" }).click();
  await page.waitForURL(/\/jobs\/create-three-txt-1/);
  await until(() => {
    const files = repository.git("ls-tree", "--name-only", "HEAD");
    return files.includes("three.txt") && files.includes("four.txt") ? true : undefined;
  });
});
