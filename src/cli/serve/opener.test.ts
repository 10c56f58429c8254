import { expect, it } from "vitest";
import { openerOf } from "./opener.ts";

it.each([
  ["darwin", {}, ["open"]],
  ["darwin", { SSH_CONNECTION: "1.2.3.4" }, null],
  ["linux", { DISPLAY: ":0" }, ["xdg-open"]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open"]],
  ["linux", { SSH_CONNECTION: "1.2.3.4", DISPLAY: ":10" }, ["xdg-open"]],
  ["linux", { WSL_DISTRO_NAME: "Debian" }, ["wslview"]],
  ["linux", { DISPLAY: "" }, null],
  ["linux", {}, null],
] as const)("on %s with %o, an address is opened by %o", (platform, env, opener) => {
  expect(openerOf(platform, env)).toEqual(opener);
});
