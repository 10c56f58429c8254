import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import type { HttpDrive } from "../../agents/bridge-request.ts";

/** `key`: empty when none is sent. */
export function languageModel(
  { api, baseUrl, model }: Pick<HttpDrive, "api" | "baseUrl" | "model">,
  key: string,
): LanguageModel {
  const baseURL = apiRoot(baseUrl);
  if (api === "anthropic") return createAnthropic({ baseURL, apiKey: key })(model);
  return createOpenAICompatible({
    name: api,
    baseURL,
    includeUsage: true,
    ...(key === "" ? {} : { apiKey: key }),
  }).chatModel(model);
}

/** A host alone stands for its `/v1`, where all three have their API; whoever names a path means that. */
function apiRoot(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return new URL(trimmed).pathname === "/" ? `${trimmed}/v1` : trimmed;
}
