/** Numbers in [0, 1) that only the seed decides: with the journal they can be drawn again. */
export type Chance = () => number;

export function seeded(seed: string): Chance {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const letter of seed) {
    const code = letter.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 0x85ebca6b);
    b = Math.imul(b ^ code, 0xc2b2ae35);
    c = Math.imul(c ^ code, 0x27d4eb2f);
    // Products carry upwards only: without the turn, the low bits of a state would know the low bits of letters alone.
    [a, b, c] = [(a << 13) | (a >>> 19), (b << 11) | (b >>> 21), (c << 17) | (c >>> 15)];
  }
  [a, b, c] = [mixed(a ^ b), mixed(b ^ c), mixed(c ^ a)];
  // sfc32, by Chris Doty-Humphrey: small, and passes the usual batteries of tests.
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 20; round += 1) next();
  return next;
}

/** The last step of MurmurHash3: every bit changes every other with even odds. */
function mixed(value: number): number {
  const one = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const two = Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return two ^ (two >>> 16);
}

/** A draw from Beta(a, b), both at least 1: as the share of one of two draws from Gamma. */
export function drawBeta(chance: Chance, a: number, b: number): number {
  const one = drawGamma(chance, a);
  return one / (one + drawGamma(chance, b));
}

/** By Marsaglia and Tsang, for a shape of at least 1. */
function drawGamma(chance: Chance, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = drawNormal(chance);
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - chance()) < normal * normal * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** By Box and Muller. */
function drawNormal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
