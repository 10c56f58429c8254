import { useSyncExternalStore } from "react";

export type Theme = "system" | "light" | "dark";

const place = "tutti-theme";
const order: readonly Theme[] = ["system", "light", "dark"];

export function theme(): Theme {
  const kept = localStorage.getItem(place);
  return order.find((one) => one === kept) ?? "system";
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const watchers = new Set<() => void>();

/** The theme that is visible now, chosen by a person or by the system. */
export function useTheme(): "light" | "dark" {
  return useSyncExternalStore(
    (tell) => {
      watchers.add(tell);
      dark.addEventListener("change", tell);
      return () => {
        watchers.delete(tell);
        dark.removeEventListener("change", tell);
      };
    },
    () => {
      const now = theme();
      return now === "system" ? (dark.matches ? "dark" : "light") : now;
    },
  );
}

export function applyTheme(): void {
  const now = theme();
  if (now === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = now;
}

export function nextTheme(): Theme {
  const next = order[(order.indexOf(theme()) + 1) % order.length] ?? "system";
  localStorage.setItem(place, next);
  applyTheme();
  for (const tell of watchers) tell();
  return next;
}
