/** As disks are sold, and as memory is. */
const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};
const form = /^(\d{1,15}(?:\.\d{1,9})?) ?([kKMGT]i?B|B)$/;

/** Bytes from a number of them, or from text like `512MB`, `2GB`, `1.5 GiB`; `undefined` for nonsense. */
export function bytesOf(written: unknown): number | undefined {
  if (typeof written === "number") return Number.isSafeInteger(written) && written >= 0 ? written : undefined;
  const [, amount, unit] = typeof written === "string" ? (form.exec(written) ?? []) : [];
  const bytes = Number(amount) * (units[unit ?? ""] ?? Number.NaN);
  return Number.isFinite(bytes) ? Math.round(bytes) : undefined;
}

const shownUnits = ["TB", "GB", "MB", "kB"] as const;

/** Bytes as people write them: in the largest unit that needs no long fraction. */
export function sizeText(bytes: number): string {
  const unit = shownUnits.find((name) => bytes >= (units[name] ?? 1) && bytes % ((units[name] ?? 1) / 10) === 0);
  return unit === undefined ? `${String(bytes)}B` : `${String(bytes / (units[unit] ?? 1))}${unit}`;
}
