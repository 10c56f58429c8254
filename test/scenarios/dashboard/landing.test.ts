import { expect, it } from "vitest";
import { faultsOf, visit } from "../../kit/browser/pages.ts";
import { type ConductorKit, makeConductorKit } from "../../kit/conductor.ts";
import { happened, scoreIn } from "../../kit/live.ts";
import { makeRepository, type TestRepository } from "../../kit/repository.ts";

/** Two results that collide and one beside them, in a queue that is paused. */
async function scene(): Promise<{ readonly kit: ConductorKit; readonly repository: TestRepository }> {
  const kit = makeConductorKit();
  const gates = "gates:\n  - name: build\n    run: 'true'\n";
  const repository = makeRepository({ "README.md": "hello\n", ".tutti/gates.yaml": gates });
  const folder = repository.path;
  kit.cli("start");
  const tutti = await kit.client();
  await tutti.call("queue.pause", { folder, target: "main" });
  const sheets = [
    { id: "red", prompt: "create colour.txt red" },
    { id: "blue", prompt: "create colour.txt blue" },
    { id: "shape", prompt: "create shape.txt round" },
  ];
  const score = { name: "paint", agent: "scripted", parallel: 3, sheets };
  const { job } = await tutti.call("job.submit", { score: scoreIn(folder, JSON.stringify(score)), folder });
  const captured = new Set<string>();
  const all = Promise.withResolvers<undefined>();
  const hear = (event: Parameters<ReturnType<typeof happened>>[0]): void => {
    if (happened("sheet.captured")(event)) captured.add(event.sheet ?? "");
    if (captured.size === sheets.length) all.resolve(undefined);
  };
  const following = await tutti.follow({ job, after: 0 }, { hear, lost: all.reject });
  await all.promise;
  await following.stop();
  await tutti.close();
  return { kit, repository };
}

it("the page Landing shows the queue, its gates and who collides, resumes it, and takes a landing back", async () => {
  const { kit, repository } = await scene();
  const { page, complaints } = await visit(kit, "/landing");
  const queue = page.getByRole("region", { name: "Queue of main" });
  await queue.getByRole("link", { name: "shape" }).waitFor();
  expect(
    await queue
      .getByRole("listitem")
      .filter({ hasText: /^\d paused/ })
      .count(),
  ).toBe(3);
  await queue.getByText("build").first().waitFor();
  const matrix = page.getByRole("region", { name: "Collisions of sheets, as a table" });
  await matrix.getByText("both added in colour.txt").waitFor();
  // Each of the two, in the row of the other.
  expect(await matrix.getByRole("cell", { name: "collides" }).count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);

  await queue.getByRole("listitem").filter({ hasText: "shape" }).getByRole("button", { name: "First" }).click();
  await queue
    .getByRole("listitem")
    .filter({ hasText: /^1 paused.*shape/ })
    .waitFor();
  await queue.getByRole("button", { name: "Resume the queue" }).click();
  const landings = page.getByRole("table", { name: "Landings" });
  const landed = landings.getByRole("row").filter({ has: page.getByRole("link", { name: "shape", exact: true }) });
  await landed.getByText("proven").waitFor();
  expect(repository.git("show", "HEAD:shape.txt")).toBe("round");
  expect(await faultsOf(page)).toEqual([]);

  page.on("dialog", (dialog) => void dialog.accept());
  await landed.getByRole("button", { name: "Undo" }).click();
  await landings.getByRole("row").filter({ hasText: "undo-shape" }).getByText("proven").waitFor();
  expect(repository.git("ls-tree", "--name-only", "HEAD")).not.toContain("shape.txt");
  expect(complaints).toEqual([]);
});
