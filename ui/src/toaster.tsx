import { Toaster as Sonner } from 'sonner';

/** Where passing notices appear; colours come from the tokens. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      toastOptions={{
        style: {
          background: 'var(--color-surface)',
          color: 'var(--color-ink)',
          border: '1px solid var(--color-line)',
          borderRadius: 'var(--radius-card)',
          boxShadow: 'var(--shadow-float)',
          fontFamily: 'var(--font-sans)',
          fontSize: 'var(--text-sm)',
        },
      }}
    />
  );
}
