import { duration, name, orNull } from "../kinds.ts";
import { entry, machine } from "./entry.ts";

/** A conductor whose sheets play on other machines. */
export const fleetKeys = {
  "fleet.address": entry(orNull(name, "off"), {
    ...machine,
    default: null,
    variable: "TUTTI_FLEET_ADDRESS",
    applies: "restart",
    about:
      "Host and port on which the conductor gives git objects to workers, such as `127.0.0.1:7411`; port 0: any free one. `off`: there is no fleet, and sheets play on this machine.",
  }),
  "fleet.database": entry(orNull(name, "store"), {
    ...machine,
    default: null,
    variable: "TUTTI_FLEET_DATABASE",
    applies: "restart",
    about:
      "The PostgreSQL database of the fleet, such as `postgres://tutti:$PGPASSWORD@db/tutti`. A password that is written as `$NAME` is that variable's. `store`: the database of the setting `store`; then a claim is written in the transaction of its attempt's start.",
  }),
  "fleet.lease": entry(duration, {
    ...machine,
    default: 4_000,
    variable: "TUTTI_FLEET_LEASE",
    applies: "restart",
    about: "A worker that was not heard for so long is given up, and its sheets go on elsewhere.",
  }),
  "fleet.url": entry(orNull(name, "auto"), {
    ...machine,
    default: null,
    variable: "TUTTI_FLEET_URL",
    applies: "restart",
    about:
      "Where workers reach git: `https://conductor.example:7411`, `ssh://tutti@conductor.example` or `file://`, the last two followed by the path of the store. `auto`: the address.",
  }),
  "fleet.certificate": entry(orNull(name, "none"), {
    ...machine,
    default: null,
    variable: "TUTTI_FLEET_CERTIFICATE",
    applies: "restart",
    about: "A file with the certificate of the address (PEM). Needed for any address but the loopback.",
  }),
  "fleet.key": entry(orNull(name, "none"), {
    ...machine,
    default: null,
    variable: "TUTTI_FLEET_KEY",
    applies: "restart",
    about: "A file with its private key (PEM).",
  }),
};
