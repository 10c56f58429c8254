import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../../base/text.ts";

/** Settings of the conductor for a system that keeps programs running. */
export interface Unit {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** How long it may take to stop before it is killed. */
  readonly stopMs: number;
  /** Where it prints, for systems that keep no journal. */
  readonly printed: string;
}

export interface Supervisor {
  readonly name: "systemd" | "launchd";
  readonly path: (env: Environment) => string;
  readonly text: (unit: Unit) => string;
  /** Commands to type after the unit was written, or before it is removed. */
  readonly enable: (path: string) => readonly string[];
  readonly disable: (path: string) => readonly string[];
  /** Why it can't be told here whether it works; `null` where it can. */
  readonly absent: () => string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The first line of every file we write: a file without it is not ours. */
export const mark = "Written by tutti service install";

/** Later than its own grace: a conductor that is just about to end in order is not to be killed. */
const marginMs = 15_000;

export function unitOf({
  env,
  home,
  graceMs,
  printed,
}: {
  env: Environment;
  home: string;
  graceMs: number;
  printed: string;
}): Unit {
  const program = fileURLToPath(new URL("../../../bin/tutti", import.meta.url));
  const path = env["PATH"] ?? "";
  return {
    argv: [process.execPath, program, "start", "--foreground"],
    // Agents are found on the PATH, and a service's own has only the system's programs.
    env: { ...(path === "" ? {} : { PATH: path }), TUTTI_HOME: home },
    stopMs: graceMs + marginMs,
    printed,
  };
}

function homeOf(env: Environment): string {
  const named = env["HOME"] ?? "";
  return named === "" ? homedir() : named;
}

function configFolder(env: Environment): string {
  const named = env["XDG_CONFIG_HOME"] ?? "";
  return named === "" ? join(homeOf(env), ".config") : named;
}

const serviceName = "tutti.service";

export const systemd: Supervisor = {
  name: "systemd",
  path: (env) => join(configFolder(env), "systemd", "user", serviceName),
  text: systemdText,
  enable: () => ["systemctl --user daemon-reload", `systemctl --user enable --now ${serviceName}`],
  disable: (path) => [
    `systemctl --user disable --now ${serviceName}`,
    `rm ${shellWord(path)}`,
    "systemctl --user daemon-reload",
  ],
  absent: () => (existsSync("/run/systemd/system") ? null : "no systemd runs on this machine"),
};

function systemdText({ argv, env, stopMs }: Unit): string {
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
TimeoutStopSec=${Math.ceil(stopMs / 1000)}
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

const label = "tutti.conductor";

export const launchd: Supervisor = {
  name: "launchd",
  path: (env) => join(homeOf(env), "Library", "LaunchAgents", `${label}.plist`),
  text: launchdText,
  enable: (path) => [`launchctl bootstrap gui/$(id -u) ${shellWord(path)}`],
  disable: (path) => [`launchctl bootout gui/$(id -u)/${label}`, `rm ${shellWord(path)}`],
  absent: () => (process.platform === "darwin" ? null : "no launchd runs on this machine"),
};

function launchdText({ argv, env, stopMs, printed }: Unit): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${mark}; tutti service uninstall removes it. -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${argv.map((word) => `    <string>${escaped(word)}</string>`).join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(env)
  .map(([key, value]) => `    <key>${escaped(key)}</key>\n    <string>${escaped(value)}</string>`)
  .join("\n")}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>${Math.ceil(stopMs / 1000)}</integer>
  <key>ProcessType</key>
  <string>Standard</string>
  <key>StandardErrorPath</key>
  <string>${escaped(printed)}</string>
</dict>
</plist>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
