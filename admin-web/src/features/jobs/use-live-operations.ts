import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices } from '../../lib/services';
import { LiveOperations } from './live-operations';

/** Keeps the page in step with the gateway while it is shown; false while it is not connected, and polling has to do. */
export function useLiveOperations(): boolean {
  const { session } = useServices();
  const cache = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const live = new LiveOperations(cache, () => session.token(), setIsLive);
    void live.start();
    return () => live.stop();
  }, [cache, session]);
  return isLive;
}
