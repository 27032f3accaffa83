import { Card } from '@luit/ui/card';
import { Logo } from '@luit/ui/logo';
import type { ReactNode } from 'react';

/** The layout of pages outside the signed-in part of the app. */
export function CenteredCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <title>{`${title} · Luit Operations`}</title>
      <Card className="w-full max-w-md overflow-hidden">
        <div aria-hidden className="brand-border" />
        <div className="grid gap-6 p-7 sm:p-9">
          <Logo />
          <h1 className="text-title heading">{title}</h1>
          {children}
        </div>
      </Card>
    </main>
  );
}
