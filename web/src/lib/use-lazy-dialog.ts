import { useState } from 'react';

/** The state of a dialog that is not rendered before it is first opened: a list has many, and most are never opened. */
export function useLazyDialog() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return {
    isUsed: state !== 'unused',
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}
