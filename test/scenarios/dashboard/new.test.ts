import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { makeRepository } from "../../kit/repository.ts";

it("the page New job says what is wrong with a score, and makes a job of prompts that lands", async () => {
  const kit = makeConductorKit();
  const repository = makeRepository();
  kit.cli("start");
  const { page } = await visit(kit, "/new");
  await page.getByLabel("Repository").fill(repository.path);
  await page.getByRole("button", { name: "A score" }).click();
  await page.getByLabel("Score").fill("name: bad\nsheeets: []\n");
  await page.getByRole("button", { name: "Start the job" }).click();
  await page.getByRole("alert").getByText("sheeets").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Prompts" }).click();
  await expect.poll(() => page.getByLabel("Agent").inputValue(), { timeout: 300_000 }).toBe("claude");
  await page.getByLabel("Agent").fill("scripted");
  await page.getByLabel("What should be done").fill("create one.txt 1\n---\ncreate two.txt 2");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Start the job" }).click();
  await page.waitForURL(/\/jobs\/create-one-txt-1/);
  await until(() => {
    const files = repository.git("ls-tree", "--name-only", "HEAD");
    return files.includes("one.txt") && files.includes("two.txt") ? true : undefined;
  });
});
