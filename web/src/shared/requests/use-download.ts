import { useState } from 'react';
import { DownloadFailure } from './api/download-result';
import { requestMessages } from './copy';
import { messageOf } from '../../lib/api-error';
import { logFailure } from '../../lib/log';

/** Downloads a result and tracks progress and error. */
export function useDownload(save: () => void | Promise<void>) {
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setSaving(true);
    setError(null);
    try {
      await save();
    } catch (cause) {
      logFailure('Download failed', cause);
      const text = messageOf(cause, '');
      setError(cause instanceof DownloadFailure ? text : requestMessages.downloadFailed(text));
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, error, dismiss: () => setError(null), download };
}
