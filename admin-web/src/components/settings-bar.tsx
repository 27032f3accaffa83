import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ErrorDetails } from '@luit/contracts/errors';
import { AdminError, errorMessage } from '../lib/admin-error';
import { isReason } from './reason-field';

export interface Difference {
  name: string;
  before: string;
  after: string;
}

interface SettingsBarProps<Settings> {
  /** Of the query of the settings. */
  queryKey: readonly string[];
  /** What Save would change. */
  changes: Difference[];
  /** Checks the fields and shows what is wrong. */
  isValid: () => Promise<boolean>;
  send: (reason: string) => Promise<Settings>;
  onSaved: (saved: Settings) => void;
  /** What somebody else has changed since the fields were filled. */
  differencesTo: (stored: Settings) => Difference[];
  /** Takes over what somebody else has changed, except where this operator changed it too. */
  onKeep: (stored: Settings) => void;
  /** Fills the fields again, with what is stored now if somebody else has changed it. */
  onDiscard: (stored?: Settings) => void;
}

/** Stays at the bottom of a page of settings: what changes, the reason, one Save, and what somebody else saved in the meantime. */
export function SettingsBar<Settings extends ErrorDetails>(props: SettingsBarProps<Settings>) {
  const { queryKey, changes, isValid, send, onSaved, differencesTo, onKeep, onDiscard } = props;
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const save = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess: async (saved) => {
      toast.success('Settings saved');
      setReason('');
      cache.setQueryData(queryKey, saved);
      onSaved(saved);
      await cache.invalidateQueries({ queryKey });
    },
  });
  const { error } = save;
  const stored = error instanceof AdminError && error.code === 'conflict' ? (error.details as Settings) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(!isReason(reason));
    if ((await isValid()) && isReason(reason) && !save.isPending) save.mutate();
  };
  const settle = (take: () => void) => {
    save.reset();
    take();
  };
  if (changes.length === 0) return null;
  return (
    <form
      noValidate
      aria-label="Changes to save"
      onSubmit={(event) => void submit(event)}
      data-submit-bar
      className="sticky bottom-2 z-20 grid gap-3 rounded-card border border-line bg-surface p-3 shadow-float"
    >
      {stored ? (
        <Alert tone="danger">
          <p className="font-semibold">Somebody else saved these settings after you opened them:</p>
          <DifferenceList label="Saved by somebody else" differences={differencesTo(stored)} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => settle(() => onKeep(stored))}>
              Apply my changes on top
            </Button>
            <Button size="sm" tone="secondary" onClick={() => settle(() => onDiscard(stored))}>
              Discard my changes
            </Button>
          </div>
        </Alert>
      ) : (
        <>
          <DifferenceList label="Your changes" differences={changes} />
          {save.isError && <Alert tone="danger">{errorMessage(error)}</Alert>}
          <div className="flex flex-wrap items-end gap-2">
            <div className="min-w-0 flex-1 basis-64">
              <Input
                label="Reason"
                placeholder="Recorded in the audit log"
                maxLength={INPUT_LIMITS.reason}
                value={reason}
                error={isMissing && !isReason(reason) ? REASON_REQUIRED : undefined}
                onChange={({ target }) => setReason(target.value)}
              />
            </div>
            <Button tone="secondary" onClick={() => settle(() => onDiscard())}>
              Discard
            </Button>
            <Button type="submit" busy={save.isPending}>
              Save
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function DifferenceList({ label, differences }: { label: string; differences: Difference[] }) {
  return (
    <ul aria-label={label} className="max-h-[25dvh] overflow-y-auto text-sm">
      {differences.map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">
          <span className="font-semibold">{name}:</span> <del className="text-muted">{before}</del> →{' '}
          <ins className="no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Says that the fields show settings that somebody has replaced. */
export function OutdatedSettings({ onShow }: { onShow: () => void }) {
  return (
    <Alert tone="info">
      Somebody changed these settings.{' '}
      <Button size="sm" tone="secondary" onClick={onShow}>
        Show them
      </Button>
    </Alert>
  );
}
