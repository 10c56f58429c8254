import manifest from "../../package.json" with { type: "json" };
import { reach } from "../api/local/reach.ts";
import type { Tutti } from "../api/tutti.ts";
import { homeFrom } from "../base/home/home.ts";

export interface ConnectOptions {
  /** Tutti's own folder; default: as the command line finds it (`TUTTI_HOME`). */
  readonly home?: string;
  /** Whether a conductor is started where none runs (default); else that is an error, `conductor.not_running`. */
  readonly start?: boolean;
  /** Of the caller's Tutti; default: this package's. A conductor that is older and has nothing to do is replaced. */
  readonly version?: string;
  /** Hears what is worth knowing but no failure, such as that the conductor was replaced. */
  readonly notice?: (text: string) => void;
}

/** Connects to the conductor of a home, which plays jobs and goes on doing so when this program ends. */
export async function connect(options: ConnectOptions = {}): Promise<Tutti> {
  const { home = homeFrom(process.env), start = true, version = manifest.version, notice = () => undefined } = options;
  return reach({ home, env: process.env, version, start: start ? "auto" : "never", notice, client: "library" });
}
