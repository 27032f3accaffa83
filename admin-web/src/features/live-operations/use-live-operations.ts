import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LiveOperations } from './live-operations';

/** Applies pushed updates while the page is open. Returns false while disconnected, when pages poll instead. */
export function useLiveOperations(): boolean {
  const cache = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const live = new LiveOperations(cache, setIsLive);
    void live.start();
    return () => live.stop();
  }, [cache]);
  return isLive;
}
