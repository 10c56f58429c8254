/** In the page, where the word for its own style elements goes, and what its own requests need. */
export const pagePlaces = { nonce: "%NONCE%", csrf: "%CSRF%", version: "%VERSION%" } as const;

/**
 * Scripts and styles only from files of this server; nothing embeds it, and it sends forms nowhere. The terminal and the
 * editor write style elements at run time: those carry a word that is new with each page.
 */
const policy = (styles: string): readonly string[] => [
  "default-src 'none'",
  "script-src 'self'",
  `style-src-elem 'self'${styles}`,
  // Scripts set styles on elements; markup has none (the build takes them out of the view of diffs).
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

export function policyOf(nonce: string | null): string {
  return policy(nonce === null ? "" : ` 'nonce-${nonce}'`).join("; ");
}

export const safeHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // With `no-referrer`, browsers also hide the Origin of a page's own requests, which is looked at.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
