import { describe, expect, it } from "vitest";
import { reach } from "../../../src/api/local/reach.ts";
import { type ConductorKit, makeConductorKit, until } from "../../kit/conductor.ts";
import { itLong } from "../../kit/long.ts";

function client(kit: ConductorKit, version: string, start: "auto" | "never") {
  const notices: string[] = [];
  return {
    notices,
    tutti: reach({ home: kit.places.home, env: kit.env, version, start, notice: (text) => void notices.push(text) }),
  };
}

function versionOf(kit: ConductorKit): string {
  return kit.cli("--version").out.trim();
}

describe("a client", () => {
  it("starts a conductor where none runs, and goes without one when it may not", async () => {
    const kit = makeConductorKit();
    await expect(client(kit, "0.1.0", "never").tutti).rejects.toMatchObject({ code: "conductor.not_running" });
    const tutti = await client(kit, "0.1.0", "auto").tutti;
    expect(await tutti.call("conductor.status", {})).toMatchObject({ home: kit.places.home });
    await tutti.close();
    expect((await kit.running()).startedBy).toBe("client");
  });

  itLong("takes the place of an idle conductor when it is newer, and says so", async () => {
    const kit = makeConductorKit();
    kit.cli("start");
    const before = await kit.running();
    await until(() => kit.log().find(({ what }) => what === "ready"));
    const { tutti, notices } = client(kit, "999.0.0", "auto");
    const reached = await tutti;
    expect(reached.hello.pid).not.toBe(before.pid);
    expect(notices).toEqual([expect.stringContaining(`of version ${versionOf(kit)}`)]);
    expect((await kit.running()).startedBy).toBe("hand");
    await reached.close();
  });

  it("leaves an older conductor in the foreground running, and says so", async () => {
    const kit = makeConductorKit();
    const begun = kit.begin("start", "--foreground");
    await kit.running();
    const { tutti, notices } = client(kit, "999.0.0", "auto");
    const reached = await tutti;
    expect(reached.hello.pid).toBe(begun.pid);
    expect(notices).toEqual([expect.stringContaining("older than this tutti")]);
    await reached.close();
    expect(kit.cli("restart")).toMatchObject({ code: 2, err: expect.stringContaining("foreground") as string });
  });

  it("continues with a newer conductor", async () => {
    const kit = makeConductorKit();
    kit.cli("start");
    const { pid } = await kit.running();
    const { tutti, notices } = client(kit, "0.0.1", "auto");
    const reached = await tutti;
    expect(reached.hello.pid).toBe(pid);
    expect(notices).toEqual([]);
    await reached.close();
  });
});
