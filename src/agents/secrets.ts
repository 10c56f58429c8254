const saysSo = /(?:KEY|TOKEN|SECRET|PASSWORD)$/i;

/** The values of variables that are secret: their names say so, or they are among those that are `named`. */
export function secretsIn(env: Readonly<Record<string, string>>, named: readonly string[] = []): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== "" && (saysSo.test(name) || isNamed(named, name)) ? [value] : [],
  );
}

/** Whether a name is one of these, or begins as one of them that ends in `*`. */
export function isNamed(names: readonly string[], name: string): boolean {
  return names.some((known) => (known.endsWith("*") ? name.startsWith(known.slice(0, -1)) : name === known));
}
