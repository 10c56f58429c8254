import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { scoreIn } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("the page Agents shows accounts, success and cost by agent, and whether agents work here", async () => {
  const kit = makeConductorKit();
  const folder = makeRepository().path;
  kit.cli("start");
  const tutti = await kit.client();
  const sheets = [
    { id: "good", prompt: "create good.txt done" },
    { id: "bad", prompt: "fail 1" },
  ];
  const score = { name: "pair", agent: "scripted", retry: { attempts: 1 }, sheets };
  const { job } = await tutti.call("job.submit", { score: scoreIn(folder, JSON.stringify(score)), folder });
  await until(async () =>
    (await tutti.call("job.status", { job, folder }))?.status === "finished" ? true : undefined,
  );
  const known = await tutti.call("limits.list", {});
  const [account] = known;
  await tutti.close();

  const { page, complaints } = await visit(kit, "/agents");
  const rows = page.getByRole("table", { name: "Success and cost by agent" }).getByRole("row");
  await rows.filter({ hasText: "scripted" }).filter({ hasText: "1 of 2" }).waitFor();
  const accounts = page.getByRole("region", { name: "Accounts" });
  await accounts
    .getByText(account?.name ?? "No agent with an account has run")
    .first()
    .waitFor();
  const programs = page.getByRole("region", { name: "On this machine" });
  await programs.getByRole("listitem").filter({ hasText: "Ollama" }).getByText("ready").waitFor();
  await programs.getByRole("button", { name: "Check them" }).click();
  await programs.getByRole("listitem").filter({ hasText: "Claude Code" }).first().getByText("not ready").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
