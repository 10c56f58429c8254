import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { draftFaults } from "../../plan/draft/check.ts";
import { templateDraft, templates } from "../../plan/draft/templates.ts";
import { readEdited } from "./edit.ts";
import { sourceOf } from "./source.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(templates)("the template %s is a plan without faults, for any request", (template) => {
  const requirements = [
    { id: "R1", text: "sort" },
    { id: "FR-2", text: "page" },
  ];
  const draft = templateDraft(template, requirements);
  expect(draftFaults(draft, { requirements: ["R1", "FR-2"], exists: () => false })).toEqual([]);
});

/** The output of a command that makes a plan, as one document. */
async function planned(repository: string, ...options: readonly string[]): Promise<Record<string, unknown>> {
  vi.stubEnv("TUTTI_HOME", join(tempFolder(), "home"));
  vi.stubEnv("TUTTI_LOCAL", "1");
  const { out } = await tutti(
    "plan",
    "sort the list",
    "--repo",
    repository,
    "--agent",
    "scripted",
    "--json",
    ...options,
  );
  return JSON.parse(out) as Record<string, unknown>;
}

describe("a plan", () => {
  it("is written only after a yes, and says that cost and time are unknown where no record tells", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }).path;
    expect(await planned(repository, "--template", "script")).toMatchObject({
      path: null,
      faults: [],
      estimate: { usd: null, ms: null },
    });
    const out = join(tempFolder(), "s.yaml");
    expect(await planned(repository, "--template", "script", "--out", out, "--yes")).toMatchObject({ path: out });
    expect((await tutti("plan", "x", "--repo", repository, "--template", "cli", "--out", out)).err).toContain(
      "is there already",
    );
  });

  it("that an editor left is checked again", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }).path;
    const editor = join(tempFolder(), "editor");
    writeFileSync(editor, "#!/bin/sh\nsed -i 's/- structure/- nowhere/' \"$1\"\n");
    chmodSync(editor, 0o755);
    vi.stubEnv("VISUAL", editor);
    expect(await planned(repository, "--template", "script", "--edit", "--yes")).toMatchObject({
      faults: [{ code: "unknown_task", where: "core" }],
    });
    expect(readEdited("# nothing\n")).toBeNull();
    expect(readEdited("a: [")).toMatchObject({ kind: "wrong", faults: [{ code: "data" }] });
  });
});

describe("improvements", () => {
  const proposal = (id: string, impact: string): object => ({
    id,
    title: `Improve ${id}`,
    description: "Do it.",
    kind: "refactoring",
    files: [{ path: "a.txt" }],
    criteria: [{ text: "It is better." }],
    covers: ["R1"],
    impact,
    effort: "small",
  });

  it("are ranked, the best are kept, and what was decided of them is remembered in the repository", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }).path;
    const from = join(tempFolder(), "plan.json");
    writeFileSync(from, JSON.stringify({ goal: "Better", tasks: [proposal("a", "low"), proposal("b", "critical")] }));
    const options = ["--improve", "--top", "1", "--from", from] as const;
    expect(await planned(repository, ...options)).toMatchObject({ path: null, tasks: [{ id: "b" }] });
    expect(await planned(repository, ...options, "--yes")).toMatchObject({ tasks: [{ id: "b" }] });
    const memory = join(repository, ".tutti/plans/improvements.json");
    const known = JSON.parse(readFileSync(memory, "utf8")) as readonly object[];
    expect(known).toMatchObject([{ title: "Improve b", verdict: "accepted" }]);
    writeFileSync(memory, JSON.stringify(known.map((one) => ({ ...one, verdict: "rejected" }))));
    expect(await planned(repository, ...options, "--force")).toMatchObject({ faults: [{ code: "aimless" }] });
  });

  it("without an approval need a budget", async () => {
    const repository = makeRepository({ "a.txt": "a\n" }).path;
    expect(await planned(repository, "--improve", "--yes", "--run")).toMatchObject({
      message: "improvements without an approval need a budget",
    });
  });
});

describe("requirements come from", () => {
  it("words, a file, and the folder of a specification without what planners wrote beside it", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "001-sort"));
    writeFileSync(join(folder, "001-sort/spec.md"), "- FR-1: sort\n");
    writeFileSync(join(folder, "001-sort/tasks.md"), "- T1\n");
    expect(await sourceOf(["sort", "the list"])).toEqual({ text: "sort\nthe list", name: null });
    expect(await sourceOf([`@${join(folder, "001-sort/spec.md")}`])).toEqual({ text: "- FR-1: sort\n", name: "spec" });
    expect(await sourceOf([join(folder, "001-sort")])).toEqual({ text: "- FR-1: sort", name: "001-sort" });
    await expect(sourceOf([tempFolder()])).rejects.toThrow("has no page");
  });

  it("an address of plain text over https or of this machine, within a limit", async () => {
    const server = createServer((request, response) => {
      response.setHeader("content-type", request.url === "/page.html" ? "text/html" : "text/markdown");
      response.end(request.url === "/large.md" ? "x".repeat(600_000) : "- sort\n");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const at = (page: string): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/${page}`;
    try {
      expect(await sourceOf([at("spec.md")])).toEqual({ text: "- sort\n", name: "spec" });
      await expect(sourceOf([at("page.html")])).rejects.toThrow("text/html, not plain text");
      await expect(sourceOf([at("large.md")])).rejects.toThrow("larger than 512 KB");
      await expect(sourceOf(["http://example.com/spec.md"])).rejects.toThrow("is not https");
    } finally {
      server.close();
    }
  });
});
