import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../kit/folders.ts";
import { repository, write } from "./tree.ts";

/** The folder of a program that has the package installed, and nothing else. */
export interface PackedApp {
  readonly app: string;
  readonly tarball: string;
}

export function packedApp(): PackedApp {
  const app = tempFolder();
  write(app, "package.json", JSON.stringify({ name: "app", private: true, type: "module" }));
  npm(["pack", "--pack-destination", app], repository);
  const tarball = join(app, readdirSync(app).find((name) => name.endsWith(".tgz")) ?? "");
  // Without its dependencies, which are inlined.
  const installed = join(app, "node_modules/tutti");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  return { app, tarball };
}

/** Without a network, and without the cache of the user who runs the tests. */
export function npm(args: readonly string[], cwd: string): void {
  const options = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", [...args, ...options, `--cache=${tempFolder()}`], { cwd, stdio: "pipe" });
}

/** How full the disk of this machine is must not matter. */
export function packedEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    // Without the programs of this repository, which a run of npm has on its path.
    PATH: (process.env["PATH"] ?? "")
      .split(":")
      .filter((folder) => !folder.endsWith("node_modules/.bin"))
      .join(":"),
    TUTTI_HOME: home,
    HOME: home,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    TUTTI_DISK_WARNING_GB: "0",
    TUTTI_DISK_FLOOR_GB: "0",
  };
}

/** A program of a test that failed may have left its conductor. */
export function stopConductor(app: string, home: string): void {
  execFileSync(process.execPath, ["--no-warnings", join(app, "node_modules/tutti/bin/tutti"), "stop", "--now"], {
    env: packedEnvironment(home),
    stdio: "pipe",
  });
}
