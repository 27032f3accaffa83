import { serverNow } from '@luit/ui/server-clock';
import { useEffect, useState } from 'react';

const TICK_MS = 5_000;

/** The current time, updated every five seconds, because data becomes outdated although nothing happens. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
