import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LiveOperations } from './live-operations';

/** Keeps the page in step with the gateway while it is shown; false while it is not connected, and polling has to do. */
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
