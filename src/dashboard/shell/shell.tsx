import { useEffect, type ReactNode } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Toasts } from "../kit/act.tsx";
import { hearKeys, useKeys } from "../kit/keys.ts";
import type { Entrance } from "../kit/calls/session.ts";
import { Empty } from "../kit/ui/parts.tsx";
import { pages } from "../pages/table.ts";
import { Guard } from "./guard.tsx";
import { KeyList, openKeyList } from "./key-list.tsx";
import { NeedsWatch } from "./needs-watch.tsx";
import { Side } from "./side.tsx";

/** The frame around every page. */
export function Shell({ entrance }: { readonly entrance: Entrance }): ReactNode {
  const [location, go] = useLocation();
  useEffect(hearKeys, []);
  useKeys([
    { keys: "?", does: "show the keys", run: openKeyList },
    ...pages.flatMap(({ path, menu }) =>
      menu === undefined ? [] : [{ keys: `g ${menu.key}`, does: `go to ${menu.title}`, run: () => go(path) }],
    ),
  ]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Side entrance={entrance} />
      <main id="main">
        <Guard key={location}>
          <Switch>
            {pages.map(({ path, Page }) => (
              <Route key={path} path={path}>
                {(params) => <Page params={params as Readonly<Record<string, string>>} />}
              </Route>
            ))}
            <Route>
              <Empty title="There is no such page">
                The address may be of another version of Tutti. <a href="/">Go to Now</a>
              </Empty>
            </Route>
          </Switch>
        </Guard>
      </main>
      <NeedsWatch />
      <Toasts />
      <KeyList />
    </div>
  );
}
