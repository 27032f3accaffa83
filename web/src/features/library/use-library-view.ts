import { deviceStorage } from '@luit/ui/storage';
import { useState } from 'react';

const STORAGE_KEY = 'luit.library-view';

/** How high the rows of the library are on this device. */
export type LibraryView = 'large' | 'small';

export function useLibraryView(): [view: LibraryView, change: (view: LibraryView) => void] {
  const [view, setView] = useState<LibraryView>(() =>
    deviceStorage.getItem(STORAGE_KEY) === 'small' ? 'small' : 'large',
  );
  const change = (next: LibraryView): void => {
    deviceStorage.setItem(STORAGE_KEY, next);
    setView(next);
  };
  return [view, change];
}
