/** Scripts only from files of this server; nothing embeds it, and it sends forms nowhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The terminal writes its sheet of styles at run time. Texts never become HTML, so there is no place for others'.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const safeHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  // With `no-referrer`, browsers also hide the Origin of a page's own requests, which is looked at.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
};
