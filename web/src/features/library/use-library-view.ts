import { useState } from 'react';

const STORAGE_KEY = 'luit.library-view';

export type LibraryView = 'cards' | 'tiles';

/** How the library shows requests on this device: cards with texts and buttons, or many small pictures. */
export function useLibraryView(): [view: LibraryView, change: (view: LibraryView) => void] {
  const [view, setView] = useState<LibraryView>(() =>
    localStorage.getItem(STORAGE_KEY) === 'tiles' ? 'tiles' : 'cards',
  );
  const change = (next: LibraryView): void => {
    localStorage.setItem(STORAGE_KEY, next);
    setView(next);
  };
  return [view, change];
}
