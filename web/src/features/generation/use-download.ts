import { useState } from 'react';
import { messageOf } from '../../lib/api-error';
import { logFailure } from '../../lib/log';
import { generationMessages } from './copy';

/** Saving a result: whether it is under way, and the text to show where it failed, until that is dismissed. */
export function useDownload(save: () => void | Promise<void>) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setSaving(true);
    setError(null);
    try {
      await save();
    } catch (cause) {
      logFailure('Download', cause);
      const text = messageOf(cause, '');
      setError(text.startsWith('Download failed') ? text : generationMessages.downloadFailed(text));
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, error, dismiss: () => setError(null), download };
}
