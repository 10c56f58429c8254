/** The program that opens an address in the person's browser; `null`: there is no screen that it could open on. */
export function openerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [string, ...string[]] | null {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isSet("SSH_CONNECTION") && !isSet("DISPLAY")) return null;
  if (platform === "darwin") return ["open"];
  if (isSet("WSL_DISTRO_NAME")) return ["wslview"];
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? ["xdg-open"] : null;
}
