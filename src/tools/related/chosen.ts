/** Which tests are run, and why, for people. */
export type Choice =
  | { readonly kind: "full"; readonly why: string }
  | { readonly kind: "some"; readonly args: readonly string[]; readonly what: string }
  | { readonly kind: "none"; readonly why: string };
