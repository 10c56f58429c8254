import { join } from "node:path";
import { shellWord } from "../terminal/prose.ts";
import { type Supervisor, type Unit, homeOf, mark } from "./supervisor.ts";

const label = "tutti.conductor";

export const launchd: Supervisor = {
  name: "launchd",
  path: (env) => join(homeOf(env), "Library", "LaunchAgents", `${label}.plist`),
  text,
  enable: (path) => [`launchctl bootstrap gui/$(id -u) ${shellWord(path)}`],
  disable: (path) => [`launchctl bootout gui/$(id -u)/${label}`, `rm ${shellWord(path)}`],
  absent: () => (process.platform === "darwin" ? null : "no launchd runs on this machine"),
};

function text({ argv, env, stopMs, printed }: Unit): string {
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
  <integer>${String(Math.ceil(stopMs / 1000))}</integer>
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
