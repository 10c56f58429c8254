import { Keyboard, LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useLink } from "../kit/ask.ts";
import { type Entrance, logOut } from "../kit/calls/session.ts";
import { nextTheme, theme, type Theme } from "../kit/theme.ts";
import { pages } from "../pages/table.ts";
import { openKeyList } from "./key-list.tsx";
import { BellButton } from "./needs-watch.tsx";

const linkWords = { connecting: "connecting", live: "live", lost: "no connection" } as const;
const themeIcons = { system: SunMoon, light: Sun, dark: Moon } as const;

export function Side({ entrance }: { readonly entrance: Entrance }): ReactNode {
  const [location] = useLocation();
  const link = useLink();
  return (
    <div className="side">
      <Link className="brand" href="/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M8.7 9.7h7.6M12.7 16h10.6M10.7 22.3h4.6" />
        </svg>
        Tutti
      </Link>
      <nav aria-label="Pages">
        {pages.map(({ path, menu }) => {
          if (menu === undefined) return null;
          const isHere = path === "/" ? location === "/" : location.startsWith(path);
          return (
            <Link key={path} href={path} {...(isHere ? { "aria-current": "page" } : {})}>
              <menu.icon aria-hidden="true" />
              <span>{menu.title}</span>
            </Link>
          );
        })}
      </nav>
      <footer>
        <span className={`link ${link}`} role="status">
          {linkWords[link]}
        </span>
        <span className="tools">
          <BellButton />
          <ThemeButton />
          <button type="button" title="Keys (?)" aria-label="Keys" onClick={openKeyList}>
            <Keyboard aria-hidden="true" />
          </button>
          <button type="button" title="Log out" aria-label="Log out" onClick={() => void logOut(entrance.csrf)}>
            <LogOut aria-hidden="true" />
          </button>
        </span>
      </footer>
    </div>
  );
}

function ThemeButton(): ReactNode {
  const [now, set] = useState<Theme>(theme);
  const Icon = themeIcons[now];
  return (
    <button type="button" title={`Theme: ${now}`} aria-label={`Theme: ${now}`} onClick={() => set(nextTheme())}>
      <Icon aria-hidden="true" />
    </button>
  );
}
