import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import { scoreIn } from "../../kit/live.ts";
import { oneOf } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";

it("a job is a time line, a graph and a table; a comment on a line reaches the next attempt; a snapshot is restored", async () => {
  const kit = makeConductorKit();
  const gate = join(tempFolder(), "go");
  const repository = makeRepository().path;
  kit.cli("start");
  const tutti = await kit.client();
  const sheets = [
    {
      id: "first",
      title: "Write a greeting",
      prompt: "print <b>not bold</b> \u001b[31mred\non-attempt 1 create a.txt helo\non-attempt 2 create a.txt hello",
      validations: [{ command: "cat a.txt && test -s a.txt" }],
    },
    { id: "second", title: "Use the greeting", after: ["first"], prompt: `wait-for ${gate}\ncreate b.txt 1` },
  ];
  const score = { name: "greet", agent: "scripted", landing: "approve", sheets };
  const { job } = await tutti.call("job.submit", {
    score: scoreIn(repository, JSON.stringify(score)),
    folder: repository,
  });
  const stateOf = async (sheet: string): Promise<string | undefined> =>
    (await tutti.call("job.status", { job, folder: "/" }))?.sheets.find(({ id }) => id === sheet)?.state;
  await expect.poll(() => stateOf("first")).toBe("captured");

  const { page, complaints } = await visit(kit, `/jobs/${job}`);
  await page.getByRole("img", { name: /waits for you/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("slider", { name: "Moment of the journal" }).press("Home");
  await page.getByRole("button", { name: "Back to now" }).waitFor();
  await page.getByText("0 of 2 good · 0 running").waitFor();
  await page.getByRole("img", { name: /waits for you/ }).waitFor({ state: "detached" });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("img", { name: /waits for you/ }).waitFor();
  await page.getByRole("link", { name: "Graph" }).click();
  await page.getByText("longest chain: 2 of 2 sheets").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: /^Sheets/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("table", { name: "Sheets" }).getByRole("link", { name: "Write a greeting" }).click();
  await page.getByText("<b>not bold</b>").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Diff" }).click();
  await page.getByText("helo").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("n");
  await page.getByText("(c: a.txt:1)").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Comment on this line" }).fill("It is spelled hello");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.reload();
  await page.getByText("It is spelled hello").waitFor();
  await page.getByRole("button", { name: "Send back to the agent" }).click();
  await page.getByText("1 comment sent to the agent").waitFor();
  const prompt = async (): Promise<string> =>
    (await tutti.call("sheet.logs", { job, folder: "/", sheet: "first", attempt: 2, stream: "prompt" }))?.text ?? "";
  await expect.poll(prompt).toContain("a.txt:1\n> helo\nIt is spelled hello");
  await page.getByText("hello", { exact: true }).waitFor();

  for (const name of oneOf(3, ["Validations", "Prompt", "Snapshots", "Why", "Terminal", "Output"])) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.getByRole("link", { name: "Output", exact: true }).click();
  await page.locator(".block").getByText("not bold").waitFor();
  expect((await page.locator(".log-box").boundingBox())?.height).toBeGreaterThan(15);
  await page.getByRole("link", { name: "Validations" }).click();
  await page.getByRole("region", { name: "Attempt 2" }).getByText("cat a.txt").click();

  await page.getByRole("link", { name: "Snapshots" }).click();
  await page.getByRole("button", { name: "Fork" }).last().click();
  await page.getByRole("dialog").getByLabel("Agent").fill("scripted");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Start the fork" }).click();
  await page.waitForURL(/\/jobs\/fork-first/);
  await page.getByRole("img", { name: /agent/ }).waitFor();
  await page.goto(new URL(`/jobs/${job}/first/snapshots`, page.url()).href);
  page.once("dialog", (dialog) => void dialog.accept("from-the-browser"));
  await page.getByRole("button", { name: "Restore to a branch" }).last().click();
  await page.getByText("is on the branch from-the-browser").waitFor();
  expect(gitIn(repository, ["show", "from-the-browser:a.txt"]).trim()).toBe("helo");

  await page.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => stateOf("first")).toBe("landed");
  await page.getByRole("link", { name: "Receipt" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("A job takes back first").waitFor();
  expect(complaints).toEqual([]);
  writeFileSync(gate, "");
  await tutti.close();
});
