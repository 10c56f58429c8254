type Environment = Readonly<Record<string, string>>;

const allowedNames = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TERM",
  "COLORTERM",
  "NO_COLOR",
  "TZ",
  "TMPDIR",
  "SSH_AUTH_SOCK",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
]);
const allowedPrefixes = ["LC_", "XDG_"];

/** An allow-list plus what the caller adds: a `GIT_DIR` or a token in the user's shell must not reach an agent. */
export function allowedEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  extra: Environment = {},
): Environment {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && isAllowed(name)) allowed[name] = value;
  }
  return { ...allowed, ...extra };
}

function isAllowed(name: string): boolean {
  return allowedNames.has(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix));
}
