import { Button } from '@luit/ui/button';
import { ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChangesList } from './changes-list';
import { changesOf } from './entry-changes';
import type { EntryDraft } from './use-entry-draft';

/** Keeps the bar at the bottom of the window even below a short form. */
export const EDITOR_CLASS = 'flex min-h-[calc(100dvh-11rem)] flex-col';

interface EditorBarProps {
  draft: EntryDraft;
  /** What it is compared with; null for a new model. */
  base: { revision: number; entry: unknown } | null;
  /** Buttons at the end. */
  children: ReactNode;
}

/** Stays at the bottom: what changed, what is wrong, and what can be done with it. */
export function EditorBar({ draft, base, children }: EditorBarProps) {
  const [opened, setOpened] = useState<'changes' | 'faults' | null>(null);
  const changes = base ? changesOf(base.entry, draft.entry).length : 0;
  const faults = [...draft.problems];
  const toggle = (what: typeof opened) => setOpened(opened === what ? null : what);
  return (
    <div
      data-submit-bar
      className="sticky bottom-2 z-20 mt-auto rounded-card border border-line bg-surface px-3 py-2.5 shadow-float"
    >
      {opened && (
        <div className="mb-3 max-h-[40dvh] overflow-y-auto border-b border-line pb-3">
          {opened === 'changes' && base && (
            <ChangesList label={`Changes to revision ${base.revision}`} before={base.entry} after={draft.entry} />
          )}
          {opened === 'faults' && (
            <ul aria-label="Faults" className="grid gap-2 text-sm">
              {faults.map(([path, message]) => (
                <li key={path}>
                  <code className="font-semibold wrap-anywhere">{path || 'entry'}</code> <span>{message}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {base && (
          <Toggle isOpen={opened === 'changes'} onClick={() => toggle('changes')}>
            {changes === 0 ? 'No changes' : count(changes, 'change')}
          </Toggle>
        )}
        {faults.length > 0 && (
          <Toggle isOpen={opened === 'faults'} isFault onClick={() => toggle('faults')}>
            {count(faults.length, 'fault')}
          </Toggle>
        )}
        <div className="ml-auto flex flex-wrap justify-end gap-2">{children}</div>
      </div>
    </div>
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

interface ToggleProps {
  isOpen: boolean;
  isFault?: boolean;
  onClick: () => void;
  children: string;
}

function Toggle({ isOpen, isFault = false, onClick, children }: ToggleProps) {
  return (
    <Button
      tone="ghost"
      size="sm"
      aria-expanded={isOpen}
      onClick={onClick}
      className={isFault ? 'text-danger' : undefined}
      icon={<ChevronUp aria-hidden className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />}
    >
      {children}
    </Button>
  );
}
