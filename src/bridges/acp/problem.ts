import { RequestError } from "@agentclientprotocol/sdk";
import { messageOf } from "../../base/error.ts";
import { failed, type FailedLine } from "../event-line.ts";

/** What an agent answered in place of a result. */
export function problemLine(error: unknown): FailedLine {
  if (!(error instanceof RequestError)) return failed("agent_lost", messageOf(error));
  if (error.code === authRequired) return failed("authentication_required", messageWith(error), { status: 401 });
  return failed(names[error.code] ?? "agent_error", messageWith(error), { status: statusOf(error) });
}

const authRequired = -32_000;
const names: Readonly<Record<number, string>> = {
  [-32_700]: "parse_error",
  [-32_600]: "invalid_request",
  [-32_601]: "method_not_found",
  [-32_602]: "invalid_params",
  [-32_603]: "internal_error",
  [-32_002]: "resource_not_found",
  [-32_800]: "cancelled",
};

/** Some agents pass the provider's HTTP status on as the code itself, some beside their message. */
function statusOf({ code, data }: RequestError): number | null {
  const { status, statusCode } = fieldsOf(data);
  return (
    [code, status, statusCode].find(
      (value): value is number => typeof value === "number" && value >= 400 && value <= 599,
    ) ?? null
  );
}

/** "Internal error" alone helps nobody; what was wrong stands in the data. */
function messageWith({ message, data }: RequestError): string {
  const fields = fieldsOf(data);
  const more = [data, fields["details"], fields["message"]].find(
    (value) => typeof value === "string" && value.trim() !== "",
  );
  return typeof more === "string" && !message.includes(more) ? `${message}: ${more}` : message;
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}
