import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TroubleCode } from "../../src/sheet/trouble/trouble.ts";

/** A third-party agent, as it comes from its registry. */
export interface RealAgent {
  readonly name: string;
  readonly isInstalled: boolean;
  /** How it is named in a score, so that it asks the providers at this address and no others. */
  readonly plan: (url: string) => {
    readonly use: string;
    readonly model?: string;
    readonly args?: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** The variable with which it works on a subscription, which has limits that end at a moment that it tells. */
  readonly limitEnv: Readonly<Record<string, string>>;
  /** The longest limit that it gives up at instead of sleeping through it in silence. */
  readonly limitS: number;
  /** As what an answer that breaks off is known afterwards. */
  readonly broken: TroubleCode;
  /** Long enough for a sheet on a loaded machine, and no longer: stories wait for it to pass. */
  readonly timeout: string;
}

/** Where `npm run agents:install` puts them. */
const own = fileURLToPath(new URL("../../.tmp/agents/node_modules/.bin", import.meta.url));

/** With it, the agents that were installed for the tests are found before those of the user. */
export const agentsPath = [own, process.env["PATH"] ?? ""].join(delimiter);

const key = "sk-not-a-key";

export const claude = realAgent("claude", {
  plan: (url) => ({
    use: "claude",
    // It would try for minutes, also with a key that is refused.
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, CLAUDE_CODE_MAX_RETRIES: "1", IS_SANDBOX: "1" },
  }),
  limitEnv: { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: key },
  limitS: 7200,
  broken: "E501",
  timeout: "20s",
});

export const codex = realAgent("codex", {
  plan: (url) => {
    const provider = `{name="fake",base_url="${url}/v1",env_key="CODEX_API_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=1}`;
    return {
      use: "codex",
      model: "gpt-5",
      args: ["-c", "model_provider=fake", "-c", `model_providers.fake=${provider}`],
      env: { CODEX_API_KEY: key },
    };
  },
  limitEnv: {},
  limitS: 7200,
  broken: "E901",
  timeout: "20s",
});

export const gemini = realAgent("gemini", {
  plan: (url) => ({
    use: "gemini",
    model: "gemini-2.5-pro",
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
  }),
  limitEnv: {},
  limitS: 7200,
  broken: "E503",
  timeout: "30s",
});

export const opencode = realAgent("opencode", {
  plan: (url) => ({
    use: "opencode",
    model: "fake/m1",
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(url)) },
  }),
  limitEnv: {},
  limitS: 1,
  // It tries again by itself, without a word, for longer than anybody waits.
  broken: "E001",
  timeout: "60s",
});

function opencodeConfig(url: string): object {
  const models = { m1: { name: "m1" } };
  const fake = {
    npm: "@ai-sdk/openai-compatible",
    name: "fake",
    options: { baseURL: `${url}/v1`, apiKey: key },
    models,
  };
  return { model: "fake/m1", small_model: "fake/m1", autoupdate: false, share: "disabled", provider: { fake } };
}

/** The same agent, driven through the Agent Client Protocol. */
export function overAcp(agent: RealAgent, args: readonly string[]): RealAgent {
  const plan = (url: string): ReturnType<RealAgent["plan"]> => ({
    use: `${agent.name}-acp`,
    args,
    env: agent.plan(url).env,
  });
  return { ...agent, name: `${agent.name} over ACP`, plan };
}

function realAgent(name: string, how: Omit<RealAgent, "name" | "isInstalled">): RealAgent {
  const isInstalled = agentsPath.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, name)));
  return { name, isInstalled, ...how };
}
