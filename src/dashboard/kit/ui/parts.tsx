import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { CallError } from "../calls/call.ts";
import type { Tone } from "../words.ts";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "primary" | "danger" | "quiet";
}

export function Button({ look, ...rest }: ButtonProps): ReactNode {
  return <button type="button" className={`button ${look ?? ""}`} {...rest} />;
}

export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return <span className={`chip ${tone}`}>{children}</span>;
}

interface PanelProps {
  readonly title: string;
  readonly count?: number | undefined;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, count, aside, children }: PanelProps): ReactNode {
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {count === undefined ? null : <span className="count">{count}</span>}
        {aside === undefined ? null : <span className="aside">{aside}</span>}
      </header>
      {children}
    </section>
  );
}

/** There is nothing: what that means, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

export function Problem({ error }: { readonly error: Pick<CallError, "message" | "hint"> }): ReactNode {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.hint === null ? null : <p>{error.hint}</p>}
    </div>
  );
}

export interface Tab {
  readonly name: string;
  readonly href: string;
  readonly count?: number | undefined;
}

export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }): ReactNode {
  const [location] = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, href, count }) => (
        <Link key={href} href={href} {...(location === href.split("?")[0] ? { "aria-current": "page" } : {})}>
          {name}
          {count === undefined ? null : <span className="count">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
