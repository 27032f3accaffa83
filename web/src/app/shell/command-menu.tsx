import { Suspense, useEffect, useState } from 'react';
import { hasCommandKey } from '../../shared/studio/command-key';
import { lazyPart } from '../../lib/lazy-part';

const CommandDialog = lazyPart(() => import('./command-dialog'), 'hidden');

/** Opens the command menu with Command or Control and K. Its code loads with the first use. */
export function CommandMenu() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !hasCommandKey(event) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen((current) => !current);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <CommandDialog onClose={() => setOpen(false)} />
    </Suspense>
  );
}
