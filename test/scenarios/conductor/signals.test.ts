import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Begun, type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";

async function foreground(kit: ConductorKit): Promise<Begun> {
  const begun = kit.begin("start", "--foreground");
  await until(() => (existsSync(kit.places.log) ? kit.log().find(({ what }) => what === "ready") : undefined));
  return begun;
}

describe("a conductor", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("stops in order at %s, and ends well", async (signal) => {
    const kit = makeConductorKit();
    const begun = await foreground(kit);
    begun.kill(signal);
    expect(await begun.ended).toMatchObject({ code: 0, err: expect.stringContaining("stopping safely") as string });
    expect(kit.log().at(-1)).toMatchObject({ what: "ended" });
    expect(existsSync(kit.places.socket)).toBe(false);
  });

  it("ends at once when it is told to stop twice", async () => {
    const kit = makeConductorKit();
    const begun = await foreground(kit);
    // Both are there when it wakes up: what the first one begins has no time to end.
    for (const signal of ["SIGSTOP", "SIGTERM", "SIGINT", "SIGCONT"] as const) begun.kill(signal);
    expect((await begun.ended).code).toBe(130);
    expect(kit.cli("start").code).toBe(0);
  });

  it("reads its settings again at SIGHUP, and goes on; a mistake in them changes nothing", async () => {
    const kit = makeConductorKit();
    const begun = await foreground(kit);
    const folder = join(kit.env["HOME"] ?? "", ".config", "tutti");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.yaml"), "conductor:\n  grace: 7s\n");
    begun.kill("SIGHUP");
    await until(() =>
      kit.log().find((line) => line.what === "settings read again" && JSON.stringify(line).includes("conductor.grace")),
    );
    writeFileSync(join(folder, "config.yaml"), "conductor:\n  grase: 7s\n");
    begun.kill("SIGHUP");
    await until(() => kit.log().find(({ level, what }) => level === "error" && what.includes("grase")));
    expect(kit.cli("conductor-status").code).toBe(0);
  });

  it("outlives the reader of its output", async () => {
    const kit = makeConductorKit();
    const begun = await foreground(kit);
    (begun.stderr as unknown as { destroy(): void }).destroy();
    begun.kill("SIGHUP");
    await until(() => kit.log().find(({ what }) => what === "settings read again"));
    begun.kill("SIGTERM");
    expect((await begun.ended).code).toBe(0);
  });

  it("keeps its log small", async () => {
    const kit = makeConductorKit({ more: { TUTTI_CONDUCTOR_LOG_BYTES: "1KB", TUTTI_CONDUCTOR_LOG_FILES: "2" } });
    const begun = kit.begin("start", "--foreground");
    await kit.running();
    await until(() => {
      begun.kill("SIGHUP");
      return existsSync(`${kit.places.log}.1`) ? true : undefined;
    });
    expect(existsSync(`${kit.places.log}.2`)).toBe(false);
  });
});
