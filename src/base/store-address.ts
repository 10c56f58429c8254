/** Where the journal lies: in a file of the home, or in PostgreSQL. */
export const embedded = "sqlite";

export function isPostgres(address: string): boolean {
  return URL.canParse(address) && /^postgres(?:ql)?:$/.test(new URL(address).protocol);
}

/** A password that is `$NAME` is that variable's. */
export function passwordIn(address: string): { readonly text: string } | { readonly variable: string } | null {
  if (!isPostgres(address)) return null;
  const text = decodeURIComponent(new URL(address).password);
  if (text === "") return null;
  return text.startsWith("$") ? { variable: text.slice(1) } : { text };
}

/** Without its password: for everything that people see. */
export function shownAddress(address: string): string {
  const password = passwordIn(address);
  if (password === null || "variable" in password) return address;
  const shown = new URL(address);
  shown.password = "***";
  return shown.href;
}
