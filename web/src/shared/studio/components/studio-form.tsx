import { isEnterPress } from '@luit/ui/enter-key';
import type { ReactNode } from 'react';
import { hasCommandKey } from '../command-key';

/** A form of the workspace: its button submits it, and so does Enter with ⌘ or Ctrl in every field. */
export function StudioForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={(event) => {
        if (!isEnterPress(event.nativeEvent) || !hasCommandKey(event)) return;
        event.preventDefault();
        onSubmit();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {children}
    </form>
  );
}
