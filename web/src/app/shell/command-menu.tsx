import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { hasCommandKey } from '../../shared/studio/command-key';
import { lazyPart } from '../../lib/lazy-part';
import { queryClient } from '../../lib/query-client';

const CommandDialog = lazyPart(() => import('./command-dialog'), 'hidden');

/** Opens the command menu with Command or Control and K. Its code loads with the first use. */
export default function CommandMenu() {
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
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <CommandDialog onClose={() => setOpen(false)} />
      </Suspense>
    </QueryClientProvider>
  );
}
