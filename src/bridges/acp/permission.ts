import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
  ToolKind,
} from "@agentclientprotocol/sdk";

/** What an agent asks leave for, with every path that it names already followed to where it leads. */
export interface Asked {
  readonly kind: ToolKind;
  readonly places: readonly { readonly path: string; readonly isInside: boolean }[];
}

export type Leave = { readonly kind: "allowed" } | { readonly kind: "rejected"; readonly reason: string };

/**
 * Nobody is there to ask. A command is allowed: the context is its sandbox, and the containment holds it. What concerns
 * files is allowed inside the context and nowhere else, and only when it says which files.
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

export function isChange(kind: ToolKind): boolean {
  return kind === "edit" || kind === "delete" || kind === "move";
}

/** Once is enough: leave for ever would be leave for what nobody has seen yet. */
export function answerTo(options: readonly PermissionOption[], leave: Leave): RequestPermissionOutcome {
  const wanted: readonly PermissionOptionKind[] =
    leave.kind === "allowed" ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  const option = wanted
    .map((kind) => options.find((offered) => offered.kind === kind))
    .find((found) => found !== undefined);
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
