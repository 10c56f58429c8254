import { referenceOf } from "../../forge/issues/reference.ts";
import { readIssue } from "../../forge/issues/tracker.ts";
import { issuePrompt } from "../../plan/issue.ts";
import { forgeMeans } from "../../root/forge-means.ts";

/** The prompt of one sheet: what else is said belongs to the issue. */
export async function issueTask(issue: string, wish: readonly string[]): Promise<string> {
  const reference = referenceOf(issue, process.env);
  return issuePrompt({ name: reference.name, ...(await readIssue(reference, forgeMeans(process.env))) }, wish);
}
