import type { Api } from "../api/api.ts";

/** This server knows labels by number. Those it does not have yet are made, as the other servers do by themselves. */
export async function labelIds(
  api: Api,
  where: { readonly repository: string; readonly owner: string },
  labels: readonly string[],
): Promise<readonly number[]> {
  const ofOwner = await api.maybe(`/orgs/${encodeURIComponent(where.owner)}/labels`, { limit: 50 });
  const known = [...(await api.list(`${where.repository}/labels`)), ...(ofOwner?.items() ?? [])];
  const ids: number[] = [];
  for (const label of labels) {
    const there = known.find((one) => one.text("name") === label);
    ids.push(
      (
        there ?? (await api.send("POST", `${where.repository}/labels`, { name: label, color: "#ededed" }))
      ).requireNumber("id"),
    );
  }
  return ids;
}
