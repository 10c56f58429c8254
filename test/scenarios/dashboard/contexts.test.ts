import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("the page Contexts shows what a context takes of the disk, and removes one that is not used", async () => {
  const kit = makeConductorKit();
  const folder = makeRepository().path;
  kit.cli("start");
  const tutti = await kit.client();
  const sheets = [{ id: "broken", prompt: "create half.txt half\nfail 1" }];
  const score = { name: "halves", agent: "scripted", retry: { attempts: 1 }, sheets };
  const { job } = await tutti.call("job.submit", { score: scoreIn(folder, JSON.stringify(score)), folder });
  await until(async () => ((await tutti.call("job.status", { job, folder }))?.counts.failed === 1 ? true : undefined));
  const idle = await until(async () =>
    (await tutti.call("context.list", {})).contexts.find(({ state }) => state === "idle"),
  );
  await tutti.close();

  const { page, complaints } = await visit(kit, "/contexts");
  const row = page.getByRole("table", { name: "Contexts" }).getByRole("row").filter({ hasText: "broken" });
  await row.getByText("idle").waitFor();
  await page.getByRole("region", { name: "Disk" }).getByText("Ready trees").waitFor();
  await page.getByRole("region", { name: "Can go" }).getByText("nothing has to go").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(existsSync(idle.path)).toBe(true);
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByText("is captured and removed").waitFor();
  await page.getByText("No context is there").waitFor();
  expect(existsSync(idle.path)).toBe(false);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
