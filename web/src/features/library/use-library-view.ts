import { deviceStorage } from '@luit/ui/storage';
import { useState } from 'react';

const STORAGE_KEY = 'luit.library-view';

export type LibraryView = 'cards' | 'tiles';

/** How the library shows requests on this device: cards with texts and buttons, or many small pictures. */
export function useLibraryView(): [view: LibraryView, change: (view: LibraryView) => void] {
  const [view, setView] = useState<LibraryView>(() =>
    deviceStorage.getItem(STORAGE_KEY) === 'tiles' ? 'tiles' : 'cards',
  );
  const change = (next: LibraryView): void => {
    deviceStorage.setItem(STORAGE_KEY, next);
    setView(next);
  };
  return [view, change];
}
