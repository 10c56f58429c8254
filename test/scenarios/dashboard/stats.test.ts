import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("the page Stats sums up the jobs of this home, and follows a job that ends", async () => {
  const kit = makeConductorKit();
  const folder = makeRepository().path;
  kit.cli("start");
  const { page, complaints } = await visit(kit, "/stats");
  const figure = (name: string): Promise<string> =>
    page.locator(".figures-row > div").filter({ hasText: name }).locator(".value").innerText();
  expect(await figure("Jobs")).toBe("0");

  const tutti = await kit.client();
  const sheets = [
    { id: "good", prompt: "create good.txt done" },
    { id: "bad", prompt: "fail 1" },
  ];
  const score = { name: "pair", agent: "scripted", retry: { attempts: 1 }, sheets };
  await tutti.call("job.submit", { score: scoreIn(folder, JSON.stringify(score)), folder });
  await tutti.close();
  await until(async () => ((await figure("Failed")) === "1" && (await figure("Landed")) === "1" ? true : undefined));
  expect(await figure("Sheets")).toBe("2");
  await page.getByText("No finding was tried yet").waitFor();
  await page.getByText("Too few attempts to tell").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
