import { existsSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../terminal/prose.ts";
import { type Supervisor, type Unit, configFolder, mark } from "./supervisor.ts";

const name = "tutti.service";

export const systemd: Supervisor = {
  name: "systemd",
  path: (env) => join(configFolder(env), "systemd", "user", name),
  text,
  enable: () => ["systemctl --user daemon-reload", `systemctl --user enable --now ${name}`],
  disable: (path) => [
    `systemctl --user disable --now ${name}`,
    `rm ${shellWord(path)}`,
    "systemctl --user daemon-reload",
  ],
  absent: () => (existsSync("/run/systemd/system") ? null : "no systemd runs on this machine"),
};

function text({ argv, env, stopMs }: Unit): string {
  return `# ${mark}; tutti service uninstall removes it.
[Unit]
Description=Tutti conductor: plays scores of coding agents

[Service]
Type=simple
ExecStart=${argv.map((word) => quoted(word, "argument")).join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
${Object.entries(env)
  .map(([key, value]) => `Environment=${quoted(`${key}=${value}`, "variable")}`)
  .join("\n")}
Restart=on-failure
RestartSec=5
KillMode=mixed
TimeoutStopSec=${String(Math.ceil(stopMs / 1000))}
SuccessExitStatus=130

[Install]
WantedBy=default.target
`;
}

/** systemd reads `%` everywhere and `$` in commands as the beginning of something else. */
function quoted(text: string, as: "argument" | "variable"): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("%", "%%");
  return `"${as === "argument" ? escaped.replaceAll("$", "$$$$") : escaped}"`;
}
