import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeConductorKit } from "../../kit/conductor.ts";

describe("tutti service", () => {
  it("writes a unit for systemd, says what to do with it, and removes it again", () => {
    const kit = makeConductorKit({ more: { TUTTI_CONDUCTOR_GRACE: "40s" } });
    const path = join(kit.env["HOME"] ?? "", ".config/systemd/user/tutti.service");
    const shown = kit.cli("service", "show", "--systemd");
    const installed = kit.cli("service", "install", "--systemd");
    expect(installed).toMatchObject({ code: 0, err: expect.stringContaining("not verified") as string });
    expect(installed.out).toContain("systemctl --user enable --now tutti.service");
    expect(readFileSync(path, "utf8")).toBe(shown.out);
    expect(shown.out).toContain("TimeoutStopSec=55");
    expect(shown.out).toContain(`Environment="TUTTI_HOME=${kit.places.home}"`);
    expect(kit.cli("service", "uninstall", "--systemd")).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(false);
  });

  it("writes an agent for launchd", () => {
    const kit = makeConductorKit();
    expect(kit.cli("service", "install", "--launchd")).toMatchObject({ code: 0 });
    expect(readFileSync(join(kit.env["HOME"] ?? "", "Library/LaunchAgents/tutti.conductor.plist"), "utf8")).toContain(
      "<string>--foreground</string>",
    );
  });

  it("leaves a unit alone that another program wrote", () => {
    const kit = makeConductorKit();
    const path = join(kit.env["HOME"] ?? "", ".config/systemd/user/tutti.service");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "[Unit]\n");
    expect(kit.cli("service", "install", "--systemd").code).toBe(2);
    expect(kit.cli("service", "uninstall", "--systemd").code).toBe(2);
    expect(readFileSync(path, "utf8")).toBe("[Unit]\n");
  });
});
