export type Theme = "system" | "light" | "dark";

const place = "tutti-theme";
const order: readonly Theme[] = ["system", "light", "dark"];

export function theme(): Theme {
  const kept = localStorage.getItem(place);
  return order.find((one) => one === kept) ?? "system";
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
  return next;
}
