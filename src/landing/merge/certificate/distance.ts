/**
 * Words to remove and to add so that one text becomes the other (Myers' greedy algorithm); `undefined`: more than
 * `most`.
 */
export function distance(one: readonly string[], other: readonly string[], most: number): number | undefined {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let [end, endOther] = [one.length, other.length];
  while (end > start && endOther > start && one[end - 1] === other[endOther - 1])
    [end, endOther] = [end - 1, endOther - 1];
  return between(one.slice(start, end), other.slice(start, endOther), most);
}

function between(one: readonly string[], other: readonly string[], most: number): number | undefined {
  const limit = Math.min(most, one.length + other.length);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  for (let steps = 0; steps <= limit; steps += 1)
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const [below, above] = [reach[middle + diagonal - 1] ?? 0, reach[middle + diagonal + 1] ?? 0];
      let at = diagonal === -steps || (diagonal !== steps && below < above) ? above : below + 1;
      while (at < one.length && at - diagonal < other.length && one[at] === other[at - diagonal]) at += 1;
      reach[middle + diagonal] = at;
      if (at >= one.length && at - diagonal >= other.length) return steps;
    }
  return undefined;
}
