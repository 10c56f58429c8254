import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("a link logs a browser in once; Now shows what runs as it happens, pauses it, and lets a result land", async () => {
  const kit = makeConductorKit();
  const gate = join(tempFolder(), "go");
  const repository = makeRepository().path;
  kit.cli("start");
  const tutti = await kit.client();
  const { page, complaints } = await visit(kit);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByText("No job is under way").waitFor();

  const sheets = [
    { id: "slow", title: "Take your time", prompt: `wait-for ${gate}\ncreate slow.txt <b>done</b>` },
    { id: "later", title: "Wait for it", after: ["slow"], prompt: `wait-for ${gate}-later\ncreate later.txt 1` },
  ];
  const score = { name: "story", agent: "scripted", landing: "approve", sheets };
  const { job } = await tutti.call("job.submit", {
    score: scoreIn(repository, JSON.stringify(score)),
    folder: repository,
  });
  const running = page.getByRole("region", { name: "Running" });
  await running.getByRole("link", { name: "Take your time" }).waitFor();
  await running.getByRole("button", { name: "Pause" }).click();
  await page.getByText("running sheets finish, no new ones start").waitFor();
  writeFileSync(gate, "");

  const needs = page.getByRole("region", { name: "Needs you" });
  await expect.poll(() => page.title()).toBe("(1) Tutti");
  await needs.getByRole("button", { name: "Approve" }).click();
  await expect.poll(async () => (await tutti.call("job.status", { job, folder: "/" }))?.counts.landed).toBe(1);
  await needs.getByText("Nothing waits for a person.").waitFor();
  await expect.poll(() => page.title()).toBe("Tutti");
  expect(await faultsOf(page)).toEqual([]);

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.getByRole("table", { name: "Jobs" }).getByRole("link", { name: "story" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);

  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "This browser is not logged in" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  writeFileSync(`${gate}-later`, "");
  await tutti.close();
});

it("tabs of one browser share one stream, and the next one goes on when the first is closed", async () => {
  const kit = makeConductorKit();
  kit.cli("start");
  const tutti = await kit.client();
  const { page } = await visit(kit);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText("No job is under way").waitFor();
  const followers = async (): Promise<number> => (await tutti.call("conductor.status", {})).clients.subscribers;
  await expect.poll(followers).toBe(1);
  await page.close();
  await expect.poll(followers).toBe(1);
  const repository = makeRepository().path;
  // It runs until it was seen: the other tab may take the stream a moment later.
  const gate = join(tempFolder(), "go");
  const score = {
    name: "second",
    agent: "scripted",
    sheets: [{ id: "a", prompt: `wait-for ${gate}\ncreate a.txt 1` }],
  };
  await tutti.call("job.submit", { score: scoreIn(repository, JSON.stringify(score)), folder: repository });
  await other.getByRole("link", { name: "second" }).waitFor();
  writeFileSync(gate, "");
  await tutti.close();
});
