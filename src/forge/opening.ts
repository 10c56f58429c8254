import { codeOf, messageOf } from "../base/error.ts";
import type { PullRequest } from "./forge.ts";

/**
 * Opens one, or gives the one that is there: another process may have been faster, or an answer may have been lost on
 * its way although the call was done.
 */
export async function openOnce(
  open: () => Promise<PullRequest>,
  find: () => Promise<PullRequest | undefined>,
): Promise<PullRequest> {
  try {
    return await open();
  } catch (error) {
    const code = codeOf(error);
    if (code !== "forge.refused" && code !== "forge.unreachable") throw error;
    const there = await find().catch(() => undefined);
    if (there === undefined) throw error;
    return there;
  }
}

/** Labels are an extra: who may open a pull request need not have the right to label it. */
export async function withLabels(pull: PullRequest, put: () => Promise<unknown>): Promise<PullRequest> {
  try {
    await put();
    return pull;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "forge.not_allowed" && code !== "forge.not_found" && code !== "forge.refused") throw error;
    return { ...pull, troubles: [...pull.troubles, `Labels were not set: ${messageOf(error)}`] };
  }
}
