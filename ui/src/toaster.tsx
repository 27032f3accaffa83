import { createPortal } from 'react-dom';
import { Toaster as Sonner } from 'sonner';
import { uiTexts } from './texts';

export { toast } from 'sonner';

const OFFSET = { bottom: 'var(--bottom-free)' };

/** Renders toasts, which screen readers announce politely. Alt+T moves focus to them. */
export function Toaster() {
  // A portal, because `backdrop-filter` on the navigation bar would make `position: fixed` relative to the bar.
  return createPortal(
    <Sonner
      position="bottom-center"
      offset={OFFSET}
      mobileOffset={OFFSET}
      closeButton
      containerAriaLabel={uiTexts.notifications}
      toastOptions={{
        closeButtonAriaLabel: uiTexts.closeToast,
        style: {
          background: 'var(--color-surface)',
          color: 'var(--color-ink)',
          border: '1px solid var(--color-line)',
          borderRadius: 'var(--radius-card)',
          boxShadow: 'var(--shadow-float)',
          fontFamily: 'var(--font-sans)',
          fontSize: 'var(--text-sm)',
        },
        classNames: { success: '[&_[data-icon]]:text-success', error: '[&_[data-icon]]:text-danger' },
        descriptionClassName: 'text-muted! line-clamp-2',
        actionButtonStyle: {
          background: 'var(--color-accent)',
          color: 'var(--color-on-accent)',
          fontFamily: 'var(--font-sans)',
          fontWeight: 600,
          height: '2.25rem',
          paddingInline: '0.875rem',
        },
      }}
    />,
    document.body,
  );
}
