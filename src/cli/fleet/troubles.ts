import type { FleetView } from "../../api/contract/fleet.ts";
import { duration } from "../../base/text.ts";

/** Something about a fleet that a person should see to. */
export interface FleetTrouble {
  readonly what: string;
  readonly fix: string;
}

export function fleetTroubles({ workers, claims }: FleetView): readonly FleetTrouble[] {
  const there = workers.filter(({ isThere }) => isThere);
  const taking = there.filter(({ state }) => state === "active");
  const versions = new Set(there.map(({ version }) => version));
  return [
    ...(workers.length === 0 ? [{ what: "no worker is known", fix: "tutti fleet add NAME" }] : []),
    ...workers.flatMap(({ name, isThere, silentMs }) =>
      isThere
        ? []
        : silentMs === null
          ? [{ what: `${name} never joined`, fix: "Start tutti worker there, or: tutti fleet remove" }]
          : [
              {
                what: `${name} was not heard for ${duration(silentMs)}`,
                fix: `Look at its machine; its sheets go on elsewhere. Gone for good: tutti fleet remove ${name}`,
              },
            ],
    ),
    ...(versions.size > 1
      ? [{ what: `workers have versions ${[...versions].join(", ")}`, fix: "Install one version everywhere." }]
      : []),
    ...claims
      .filter(
        ({ worker, labels }) => worker === null && !taking.some((one) => labels.every((it) => one.labels.includes(it))),
      )
      .map(({ job, sheet, labels }) => ({
        what: `${job}/${sheet} waits, and no worker that takes sheets has ${labels.length === 0 ? "joined" : `the labels ${labels.join(", ")}`}`,
        fix: "Start a worker that fits: tutti worker --join … --labels …",
      })),
  ];
}
