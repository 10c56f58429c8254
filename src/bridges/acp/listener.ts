import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
  ToolCallUpdate,
  ToolKind,
} from "@agentclientprotocol/sdk";
import { got, type Tell } from "../event-line.ts";
import { findPlace, findPlaceToWrite } from "../inside/place.ts";
import { makeSaid } from "../said.ts";
import { makeCosts, spentLine } from "./spent.ts";

export interface Listener {
  hear(update: SessionUpdate): void;
  answer(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
  /** Updates before this replay an old session. */
  begin(): void;
  /** The last prose, and the cost. */
  finish(): { readonly text: string | null; readonly usd: number | null };
}

export function makeListener(context: string, tell: Tell): Listener {
  const said = makeSaid(tell);
  const costs = makeCosts();
  const calls = new Map<string, KnownCall>();
  let isBefore = true;

  /** Some agents ask for permission before they report a call, some never report it. */
  const note = (id: string, more: KnownCall): KnownCall => {
    const known = calls.get(id);
    const call = knownWith(known, more);
    calls.set(id, call);
    if (known === undefined && !isBefore) {
      said.flush();
      tell({ type: "did", ...describeCall(call) });
    }
    return call;
  };
  const result = (call: KnownCall, status: ToolCallUpdate["status"]): void => {
    if (isBefore || (status !== "completed" && status !== "failed")) return;
    tell(got(describeCall(call), textsOf(call), status === "completed"));
  };
  const hearNow = (update: SessionUpdate) => {
    if (update.sessionUpdate === "agent_message_chunk") {
      if (update.content.type === "text") said.add(update.content.text);
      return;
    }
    said.flush();
    if (update.sessionUpdate === "usage_update") {
      const spent = spentLine([], costs.usd());
      if (spent !== null) tell(spent);
    }
  };
  return {
    begin: () => {
      isBefore = false;
    },
    hear(update) {
      if (update.sessionUpdate === "usage_update") costs.note(update, isBefore);
      if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update")
        result(note(update.toolCallId, update), update.status);
      if (!isBefore) hearNow(update);
    },
    async answer({ toolCall, options }) {
      const call = note(toolCall.toolCallId, toolCall);
      const places = await Promise.all(
        pathsOf(call).map(async (path) => ({ path, isInside: await isInside(context, call, path) })),
      );
      const leave = leaveFor({ kind: kindOf(call), places });
      if (leave.kind === "rejected") process.stderr.write(`rejected: ${describeCall(call).detail} (${leave.reason})\n`);
      return { outcome: answerTo(options, leave) };
    },
    finish() {
      said.flush();
      return { text: said.last(), usd: costs.usd() };
    },
  };
}

async function isInside(context: string, call: KnownCall, path: string): Promise<boolean> {
  // The agent would expand it to a home.
  if (path.startsWith("~")) return false;
  const place = await (isChange(kindOf(call)) ? findPlaceToWrite(context, path) : findPlace(context, path));
  return place.kind === "inside";
}

/** A request for permission, with its paths resolved. */
interface Asked {
  readonly kind: ToolKind;
  readonly places: readonly { readonly path: string; readonly isInside: boolean }[];
}

type Leave = { readonly kind: "allowed" } | { readonly kind: "rejected"; readonly reason: string };

/**
 * No person can answer. Commands are allowed: the containment holds them. File access is allowed inside the context, and
 * changes only if they name their files.
 */
export function leaveFor({ kind, places }: Asked): Leave {
  if (kind === "execute") return { kind: "allowed" };
  const outside = places.filter(({ isInside }) => !isInside);
  if (outside.length > 0)
    return { kind: "rejected", reason: `outside the context: ${outside.map(({ path }) => path).join(", ")}` };
  if (places.length === 0 && isChange(kind))
    return { kind: "rejected", reason: `a ${kind} that does not say of which file` };
  return { kind: "allowed" };
}

function isChange(kind: ToolKind): boolean {
  return kind === "edit" || kind === "delete" || kind === "move";
}

/** Never for always: that would allow unknown requests. */
export function answerTo(options: readonly PermissionOption[], leave: Leave): RequestPermissionOutcome {
  const wanted: readonly PermissionOptionKind[] =
    leave.kind === "allowed" ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  const option = wanted
    .map((kind) => options.find((offered) => offered.kind === kind))
    .find((found) => found !== undefined);
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}

/** One tool call: later updates override, omitted fields stay. */
type KnownCall = Pick<ToolCallUpdate, "kind" | "title" | "name" | "locations" | "content" | "rawInput">;

export function knownWith(
  known: KnownCall | undefined,
  { kind, title, name, locations, content, rawInput }: KnownCall,
): KnownCall {
  const told = Object.entries({ kind, title, name, locations, content, rawInput }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return { ...known, ...(Object.fromEntries(told) as KnownCall) };
}

function kindOf({ kind }: KnownCall): ToolKind {
  return kind ?? "other";
}

/** From any of its fields. */
export function pathsOf({ locations, content, rawInput }: KnownCall): readonly string[] {
  const shown = (content ?? []).filter((item) => item.type === "diff").map(({ path }) => path);
  const all = [...(locations ?? []).map(({ path }) => path), ...shown, ...pathsIn(rawInput, 0)];
  return [...new Set(all.map((path) => path.replace(/^file:\/\//i, "")))].filter((path) => path !== "");
}

function textsOf({ content }: KnownCall): string {
  return (content ?? [])
    .flatMap((item) => (item.type === "content" && item.content.type === "text" ? [item.content.text] : []))
    .join("\n");
}

export function describeCall(call: KnownCall): { tool: string; detail: string } {
  const title = (call.title ?? "").replace(/\s+/g, " ").trim();
  return { tool: call.name ?? kindOf(call), detail: (title || pathsOf(call).join(" ")).slice(0, longestDetail) };
}

const longestDetail = 200;
/** `path`, `file_path`, `filePath`, `parentDir`, `destination`, … */
const pathKey = /(path|file|filename|dir|directory|folder|source|destination)s?$/i;
const deepest = 4;

/** Deeper values are ignored. */
function pathsIn(input: unknown, depth: number): readonly string[] {
  if (typeof input !== "object" || input === null || depth > deepest) return [];
  if (Array.isArray(input)) return input.flatMap((item) => pathsIn(item, depth + 1));
  return Object.entries(input).flatMap(([key, value]) => {
    if (!pathKey.test(key)) return pathsIn(value, depth + 1);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => (typeof item === "string" ? [item] : pathsIn(item, depth + 1)));
  });
}
