/**
 * A small score of Mozart's: the keys given, and the least it needs of the others; what stands on line 5 is the first
 * key given that it does not have.
 */
export function mozart(parts: Readonly<Record<string, string>>): string {
  const whole = {
    name: "m",
    sheet: "{size: 1, total_items: 3}",
    prompt: "{template: x}",
    backend: "{type: scripted}",
    ...parts,
  };
  return Object.entries(whole)
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
}
