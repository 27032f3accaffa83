import { Button } from '@luit/ui/button';
import { Logo } from '@luit/ui/logo';
import { ThemeToggle } from '@luit/ui/theme-toggle';
import { LogOut } from 'lucide-react';
import { NavLink, Outlet } from 'react-router-dom';
import { useAdmin, useServices } from '../lib/services';

const PAGES = [
  { to: '/jobs', label: 'Jobs' },
  { to: '/audit-log', label: 'Audit log' },
];

export function AdminShell() {
  const { session } = useServices();
  const { email } = useAdmin();
  return (
    <div className="flex min-h-dvh flex-col">
      <header data-theme="dark" className="bg-[#071d22] text-ink">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-4 px-4 sm:px-8">
          <NavLink to="/jobs" aria-label="Luit operations">
            <Logo />
          </NavLink>
          <nav aria-label="Operations" className="mr-auto flex gap-1 sm:border-l sm:border-line sm:pl-4">
            {PAGES.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                className="rounded-control px-2.5 py-1.5 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
              >
                {label}
              </NavLink>
            ))}
          </nav>
          <p className="hidden max-w-64 truncate text-sm text-muted md:block">{email}</p>
          <ThemeToggle />
          <Button tone="bare" size="sm" icon={<LogOut className="size-4" aria-hidden />} onClick={() => session.end()}>
            <span className="max-sm:sr-only">Sign Out</span>
          </Button>
        </div>
        <div aria-hidden className="weave" />
      </header>
      <main className="mx-auto w-full max-w-[90rem] flex-1 px-4 py-8 sm:px-8 sm:py-10">
        <Outlet />
      </main>
    </div>
  );
}
