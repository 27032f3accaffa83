import { useState } from 'react';

/**
 * Copies a text. `outcome` is null before the first attempt; browsers without TLS have no clipboard.
 *
 * @param onFailure is told why copying failed
 */
export function useClipboard(text: string, onFailure?: (cause: unknown) => void) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch (cause) {
      onFailure?.(cause);
      setOutcome('failed');
    }
  };
  return { outcome, copy };
}
