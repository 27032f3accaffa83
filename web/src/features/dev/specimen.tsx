import type { ReactNode } from 'react';

export type SpecimenTheme = 'light' | 'dark';

interface SpecimenProps {
  name: string;
  /** Rendered once per theme. */
  children: (theme: SpecimenTheme) => ReactNode;
}

const THEMES: SpecimenTheme[] = ['light', 'dark'];

/** Shows a component side by side in both themes. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <section aria-label={name} className="border-t border-line py-8">
      <h2 className="mb-4 text-title heading">{name}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {THEMES.map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="grid min-w-0 content-start gap-5 *:min-w-0 rounded-card border border-line bg-canvas p-5 text-ink"
          >
            {children(theme)}
          </div>
        ))}
      </div>
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
