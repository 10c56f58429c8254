import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./kit/ui/tokens.css";
import "./kit/ui/base.css";
import "./kit/ui/parts.css";
import "./shell/shell.css";
import { keepActivities } from "./kit/activity.ts";
import { setToken } from "./kit/calls/call.ts";
import { followEvents } from "./kit/stream/events.ts";
import { watchFrames } from "./kit/frames.ts";
import { enter } from "./kit/calls/session.ts";
import { applyTheme } from "./kit/theme.ts";
import { loadOthers, pageAt } from "./shell/opening.ts";
import { LoggedOut } from "./shell/logged-out.tsx";
import { Shell } from "./shell/shell.tsx";

applyTheme();
watchFrames();
const root = createRoot(document.getElementById("root") as HTMLElement);
const opened = pageAt(location.pathname);
// A page that can't be loaded says so in its place.
const isLoaded = opened?.entry.Page.preload().catch(() => undefined);
const entrance = await enter();

if (entrance === null) root.render(<LoggedOut />);
else {
  setToken(entrance.csrf, () => root.render(<LoggedOut />));
  // Events say when to ask again: what was answered does not grow old by itself.
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 1_000, retry: false, refetchOnWindowFocus: false } },
  });
  if (opened !== null && location.search === "") opened.entry.first?.(opened.params)(client);
  keepActivities();
  followEvents();
  await isLoaded;
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Shell entrance={entrance} />
      </QueryClientProvider>
    </StrictMode>,
  );
  loadOthers();
}
