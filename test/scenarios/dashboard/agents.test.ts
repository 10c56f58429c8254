import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("the page Agents shows accounts, success and cost by agent and whether agents work here, and forgets limits", async () => {
  const kit = makeConductorKit();
  const write = "require('fs').writeFileSync('w.txt', '1')";
  const worker = JSON.stringify({ kind: "cli", executable: process.execPath, args: ["-e", write] });
  const folder = makeRepository({ "README.md": "hello\n", ".tutti/agents/worker.yaml": worker }).path;
  kit.cli("start");
  const tutti = await kit.client();
  const sheets = [
    { id: "good", prompt: "create good.txt done" },
    { id: "bad", prompt: "fail 1" },
    { id: "other", agent: "worker", prompt: "write w.txt" },
  ];
  const score = { name: "three", agent: "scripted", retry: { attempts: 1 }, sheets };
  const { job } = await tutti.call("job.submit", { score: scoreIn(folder, JSON.stringify(score)), folder });
  await until(async () =>
    (await tutti.call("job.status", { job, folder }))?.status === "finished" ? true : undefined,
  );
  await tutti.close();

  const { page, complaints } = await visit(kit, "/agents");
  const rows = page.getByRole("table", { name: "Success and cost by agent" }).getByRole("row");
  await rows.filter({ hasText: "scripted" }).filter({ hasText: "1 of 2" }).waitFor();
  await rows.filter({ hasText: "worker" }).filter({ hasText: "1 of 1" }).waitFor();
  const account = page.getByRole("region", { name: "Accounts" }).getByRole("listitem").filter({ hasText: "worker" });
  await account.getByText("takes work").waitFor();
  await account.getByText(/^0 sessions of \d+ for now$/).waitFor();
  const programs = page.getByRole("region", { name: "On this machine" });
  await programs.getByRole("listitem").filter({ hasText: "Ollama" }).getByText("ready").waitFor();
  await programs.getByRole("button", { name: "Check them" }).click();
  await programs.getByRole("listitem").filter({ hasText: "Claude Code" }).first().getByText("not ready").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await account.getByRole("button", { name: "Forget limits" }).click();
  await page.getByText("are learnt anew").waitFor();
  expect(complaints).toEqual([]);
});
