/** What became of the attempt to move a target. */
export type PublishOutcome =
  | { readonly kind: "published" }
  /** The target is not where the batch begins any more. */
  | { readonly kind: "moved" }
  /** The user's checkout of the target stands in the way; nothing of it was touched. */
  | { readonly kind: "blocked"; readonly why: string };
