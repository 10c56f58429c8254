import { chmodSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { type Vault, joinedEnvironments, openVault } from "./vault.ts";

const given = { PATH: "/a:/b", TOKEN: "very secret" };

function scene(): { readonly home: string; readonly keys: string; readonly open: () => Vault } {
  const [home, runtime] = [tempFolder(), tempFolder()];
  const keys = join(runtime, "tutti");
  return { home, keys, open: () => openVault({ home, keyFolders: [keys], notice: () => undefined }) };
}

const keyIn = (keys: string): string => join(keys, readdirSync(keys)[0] ?? "");

describe("the terminal of a job", () => {
  it("is found by the next process, and is not on the disk in clear", async () => {
    const { home, open } = scene();
    await open().keep("j-1", given);
    expect([await open().find("j-1"), await open().find("j-2")]).toEqual([given, undefined]);
    const [file = ""] = readdirSync(join(home, "environments"));
    expect(readFileSync(join(home, "environments", file)).includes("secret")).toBe(false);
  });

  it.each([
    ["is gone", (key: string) => rmSync(key)],
    ["is another one", (key: string) => writeFileSync(key, Buffer.alloc(32))],
    ["can be read by others", (key: string) => chmodSync(key, 0o644)],
    [
      "is a link",
      (key: string) => {
        writeFileSync(`${key}.real`, readFileSync(key), { mode: 0o600 });
        rmSync(key);
        symlinkSync(`${key}.real`, key);
      },
    ],
  ])("is lost when its key %s", async (_, change) => {
    const { keys, open } = scene();
    await open().keep("j-1", given);
    change(keyIn(keys));
    await expect(open().find("j-1")).rejects.toMatchObject({ code: "job.environment_lost" });
  });

  it("is lost with its process where no key can be kept, and that is told", async () => {
    const told: string[] = [];
    const home = tempFolder();
    const open = (): Vault =>
      openVault({ home, keyFolders: ["/proc/no-such/tutti"], notice: (text) => void told.push(text) });
    const vault = open();
    await vault.keep("j-1", given);
    expect([await vault.find("j-1"), told.length]).toEqual([given, 1]);
    await expect(open().find("j-1")).rejects.toMatchObject({ code: "job.environment_lost" });
  });

  it("is removed when no unfinished job needs it", async () => {
    const { home, open } = scene();
    await open().keep("j-1", given);
    await open().keep("../j-2", given);
    await open().sweep(new Set(["../j-2"]));
    expect(readdirSync(join(home, "environments"))).toHaveLength(1);
    expect([await open().find("j-1"), await open().find("../j-2")]).toEqual([undefined, given]);
  });

  it("is added to by a later one", () => {
    expect(joinedEnvironments(given, { PATH: "/c:/a", OTHER: "x" })).toEqual({
      PATH: "/c:/a:/b",
      TOKEN: "very secret",
      OTHER: "x",
    });
  });
});
