import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { hermetic } from "../../../../test/kit/new-repository.ts";
import { run } from "../../../../test/kit/git.ts";
import { realWorld } from "../../../base/world/real-world.ts";
import { commandTemplate } from "../../../score/plan/command.ts";
import type { Recipe, RecipeCommand } from "../../../score/plan/recipe.ts";
import { makeRedactor } from "../../../redact/redactor.ts";
import { compileSecrets } from "../../../redact/secrets.ts";
import { type FurnishRequest, type Furnished, type Furnisher, makeFurnisher } from "./furnish.ts";
import { leasePorts } from "./ports.ts";

const step = (line: string, timeoutMs = 10_000): RecipeCommand => ({
  command: commandTemplate(line),
  timeoutMs,
  inputs: [],
});

function furnisher(locks = tempFolder()): Furnisher {
  const cleanerFor = (secrets: readonly string[]) => () => makeRedactor(compileSecrets(secrets));
  return makeFurnisher({ run, places: { locks }, world: realWorld, cleanerFor });
}

function furnish(by: Furnisher, recipe: Recipe, more: Partial<FurnishRequest> = {}): Promise<Furnished> {
  return by.furnish({
    recipe,
    folder: tempFolder(),
    fresh: { index: "", store: "" },
    isUsers: false,
    fill: (template) => ({ kind: "means", value: template.replace("{{ sheet }}", "one") }),
    environment: { client: {}, usual: hermetic },
    record: { notice: () => undefined, logs: tempFolder() },
    ...more,
  });
}

async function printed(
  { run: within }: Furnisher,
  folder: string,
  [line, env = {}]: [string, object?],
): Promise<string> {
  const end = await within({
    argv: ["sh", "-c", line],
    cwd: folder,
    env: { ...hermetic, ...env },
    output: { kind: "memory", capBytes: 10_000 },
    tree: "contained",
  });
  return end.stdout.toString().trim();
}

describe("a command of a recipe", () => {
  it.each([
    ["exit 3", "failed"],
    ["no-such-program --x", "missing"],
    ["sleep 60", "timed-out"],
  ])("that fails is told by what is wrong with it: %s", async (line, kind) => {
    expect(await furnish(furnisher(), { commands: [step(line, 500)] })).toMatchObject({
      kind,
      why: expect.stringContaining(line) as string,
    });
  });

  it("has all that it prints kept as a file, without secrets, and says the line that tells why it failed", async () => {
    const logs = tempFolder();
    // On one stream: two may arrive in any order.
    const line = "seq 1 500; echo 'Error: no key s3cr3t-value-of-mine'; exit 1";
    const recipe = { commands: [step(line)], environment: { KEY: { from: "MY_KEY" } } };
    const failed = await furnish(furnisher(), recipe, {
      record: { notice: () => undefined, logs },
      environment: { client: { MY_KEY: "s3cr3t-value-of-mine" }, usual: hermetic },
    });
    expect(failed).toMatchObject({
      printed: expect.stringMatching(/^Error: no key \[redacted\]\n1\n2\n…\n/) as string,
    });
    const [file = ""] = readdirSync(logs);
    expect(readFileSync(join(logs, file), "utf8")).toMatch(/\n250\n[^]*no key \[redacted\]/);
  });

  it("is not run in the user's own folder, nor where it was run before", async () => {
    const recipe = { commands: [step("exit 1")], teardown: [step("exit 1")] };
    const notices: string[] = [];
    const by = furnisher();
    const folder = tempFolder();
    const notice = (text: string): void => {
      notices.push(text);
    };
    expect(
      await furnish(by, recipe, { folder, fresh: null, isUsers: true, record: { notice, logs: tempFolder() } }),
    ).toMatchObject({ kind: "ready" });
    await by.leave(folder);
    expect(notices).toEqual([]);
  });
});

describe("variables of a recipe", () => {
  const recipe = { environment: { PATH: "/nowhere:/usr/bin:/bin", WHO: "{{ sheet }}", KEY: { from: "MY_KEY" } } };

  it("go before the terminal's, and after what a program is given itself, until the folder is left", async () => {
    const by = furnisher();
    const folder = tempFolder();
    await furnish(by, recipe, { folder, environment: { client: { MY_KEY: "s3cr3t-value-of-mine" }, usual: hermetic } });
    const line = 'echo "$WHO $PATH"';
    expect(await printed(by, folder, [line])).toBe("one /nowhere:/usr/bin:/bin");
    expect(await printed(by, folder, [line, { WHO: "agent" }])).toBe("agent /nowhere:/usr/bin:/bin");
    await by.leave(folder);
    expect(await printed(by, folder, ['echo "$WHO"'])).toBe("");
  });

  it("that come from the terminal are taken out of outputs", async () => {
    const by = furnisher();
    const folder = tempFolder();
    await furnish(by, recipe, { folder, environment: { client: { MY_KEY: "s3cr3t-value-of-mine" }, usual: hermetic } });
    expect(await printed(by, folder, ['echo "key $KEY"; test "$KEY" = s3cr3t-value-of-mine && echo had it'])).toBe(
      "key [redacted]\nhad it",
    );
  });

  it("that the terminal does not have keep the context from being used", async () => {
    expect(await furnish(furnisher(), recipe)).toEqual({
      kind: "failed",
      why: "prepare.environment.KEY needs the variable MY_KEY, which the terminal that submitted the job does not have",
    });
  });
});

describe("ports", () => {
  const always = (value: number) => ({ random: () => value });

  it("are never the same for two at once, are free, and come back", async () => {
    const locks = tempFolder();
    const busy = createServer();
    const taken = await leasePorts(locks, always(0.5), 1);
    const [next = 0] = taken.ports;
    await new Promise<void>((resolve) => busy.listen({ port: next + 1, host: "127.0.0.1" }, resolve));
    const leases = await Promise.all([leasePorts(locks, always(0.5), 3), leasePorts(locks, always(0.5), 3)]);
    const all = [...taken.ports, ...leases.flatMap(({ ports }) => ports)];
    expect([new Set(all).size, all.includes(next + 1)]).toEqual([7, false]);
    for (const lease of [taken, ...leases]) lease.release();
    expect((await leasePorts(locks, always(0.5), 1)).ports).toEqual([next]);
    await new Promise((resolve) => busy.close(resolve));
  });
});
