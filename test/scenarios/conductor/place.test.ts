import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readProcess } from "../../../src/process/tree/proc.ts";
import { makeConductorKit } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { oneOf } from "../../kit/long.ts";

const hasScript = spawnSync("script", ["--version"]).status === 0;
const launcher = new URL("../../../bin/tutti", import.meta.url).pathname;

describe("a home with a path that is too long for a socket", () => {
  const name = "long".repeat(30);

  it("is refused with the figure", () => {
    const kit = makeConductorKit({ name });
    const { code, err } = kit.cli("start");
    expect(code).toBe(1);
    expect(err).toContain("conductor.not_started");
    expect(err).toContain("conductor.no_socket");
    expect(err).toContain(`${String(Buffer.byteLength(kit.places.socket))} bytes`);
    expect(existsSync(kit.places.socket)).toBe(false);
  });

  it("works with a runtime folder", () => {
    const kit = makeConductorKit({ name, more: { XDG_RUNTIME_DIR: tempFolder() } });
    expect(kit.cli("start")).toMatchObject({ code: 0, err: "" });
    expect(kit.cli("conductor-status").code).toBe(0);
  });
});

it("a conductor whose settings are wrong is not started, and the client says why", () => {
  const kit = makeConductorKit({ more: { TUTTI_CONDUCTOR_GRACE: "soon" } });
  const { code, err } = kit.cli("start");
  expect(code).toBe(1);
  expect(err).toContain("conductor.not_started");
  expect(err).toContain("settings.invalid");
});

it.each(oneOf(2, ["list", "start", "verify"]))("%s says at once that too few files may be open", (command) => {
  const kit = makeConductorKit();
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", 'ulimit -n 32; exec "$@"', "sh", process.execPath, launcher, command],
    {
      cwd: tempFolder(),
      env: kit.env,
      encoding: "utf8",
      timeout: 300_000,
    },
  );
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("error resources.short: this process may have 32 files open"),
  ]);
});

it("a client finds a conductor that has another runtime folder than its own", () => {
  const kit = makeConductorKit();
  const { out } = spawnTutti({ ...kit.env, XDG_RUNTIME_DIR: tempFolder() }, "start");
  expect(out).toMatch(/^conductor started/);
  expect(kit.cli("conductor-status").out).not.toContain(kit.places.socket);
});

describe.skipIf(!hasScript || process.platform !== "linux")("a terminal that is closed", () => {
  it("does not end the conductor that was started in it", async () => {
    const kit = makeConductorKit();
    const command = `"${process.execPath}" --no-warnings "${launcher}" start && kill -HUP -$$`;
    spawnSync("script", ["--quiet", "--return", "--command", `exec setsid --wait sh -c '${command}'`, "/dev/null"], {
      env: { ...kit.env },
      stdio: "ignore",
    });
    const { pid } = await kit.running();
    expect(readProcess(pid)).toMatchObject({ session: pid, group: pid });
    // The seventh field: its terminal.
    expect(
      readFileSync(`/proc/${String(pid)}/stat`, "utf8")
        .split(") ")[1]
        ?.split(" ")[4],
    ).toBe("0");
    expect(kit.cli("conductor-status").code).toBe(0);
  });
});

function spawnTutti(
  env: Readonly<Record<string, string | undefined>>,
  ...args: readonly string[]
): { readonly out: string } {
  return {
    out: spawnSync(process.execPath, ["--no-warnings", launcher, ...args], { env: { ...env }, encoding: "utf8" })
      .stdout,
  };
}
