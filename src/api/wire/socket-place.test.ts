import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCounting } from "../../../prove/rpc/counting.ts";
import { isRoot, tempFolder } from "../../../test/kit/folders.ts";
import { closing, greeted, token, up } from "../../../test/kit/raw-client.ts";
import { longestSocketPath, requireSocketPath } from "../socket-path.ts";
import { type Served, serve } from "./serve.ts";

describe("the place of the socket", () => {
  it("is the owner's only, from the first moment, and gone when the conductor is", async () => {
    const before = process.umask(0o022);
    const path = join(tempFolder(), "own", "s");
    const { handlers, bus } = makeCounting();
    const greeting = { token, protocol: 1, version: "1", pid: 1, isIdle: () => true };
    const starting = serve({ path, handlers, bus, greeting, log: () => undefined });
    const served = await starting;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(process.umask(before)).toBe(0o022);
    await served.close();
    expect(existsSync(path)).toBe(false);
  });

  it("may have as many bytes as an address has room for, and not one more", () => {
    expect([longestSocketPath("linux"), longestSocketPath("darwin")]).toEqual([107, 103]);
    for (const platform of ["linux", "darwin"] as const) {
      const most = longestSocketPath(platform);
      expect(() => requireSocketPath("/".padEnd(most, "x"), platform)).not.toThrow();
      // Bytes, not characters.
      for (const path of ["/".padEnd(most + 1, "x"), `/${"é".repeat(Math.ceil(most / 2))}`]) {
        expect(() => requireSocketPath(path, platform)).toThrow(`${most} are possible`);
      }
    }
  });

  it("is refused when it is too long, before anything is made", async () => {
    const folder = join(tempFolder(), "x".repeat(60), "y".repeat(60));
    await expect(serveAt(join(folder, "s"))).rejects.toMatchObject({
      code: "conductor.no_socket",
      hint: expect.stringContaining("TUTTI_HOME=") as unknown,
    });
    expect(existsSync(folder)).toBe(false);
  });

  it("is refused, and left as it is, when others can enter it", async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o755);
    await expect(serveAt(join(folder, "s"))).rejects.toMatchObject({
      code: "conductor.no_socket",
      message: expect.stringContaining("755") as unknown,
    });
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it.skipIf(!isRoot)("is refused when it belongs to another user (skipped unless root)", async () => {
    const folder = tempFolder();
    chownSync(folder, 12_345, 12_345);
    await expect(serveAt(join(folder, "s"))).rejects.toMatchObject({ code: "conductor.no_socket" });
  });

  it("may have a socket without a listener", async () => {
    const { path, served } = await up();
    const left = join(path, "..", "left");
    const dead = createServer().listen(left);
    await new Promise((resolve) => dead.once("listening", resolve));
    // As after kill -9: the name stays.
    const other = await serveAt(left);
    closing.push(() => other.close());
    dead.close();
    await greeted(path);
    expect(served.connections()).toBe(1);
  });

  it.each(["file", "folder"])("is never cleared of a %s", async (kind) => {
    const path = join(tempFolder(), "s");
    if (kind === "file") writeFileSync(path, "mine");
    else mkdirSync(path);
    await expect(serveAt(path)).rejects.toMatchObject({ code: "conductor.no_socket" });
    expect(existsSync(path)).toBe(true);
  });

  async function serveAt(path: string): Promise<Served> {
    const { handlers, bus } = makeCounting();
    return serve({
      path,
      handlers,
      bus,
      greeting: { token, protocol: 1, version: "1", pid: 1, isIdle: () => true },
      log: () => undefined,
    });
  }
});
