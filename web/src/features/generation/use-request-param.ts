import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The request that the address names (`?request=`), so that a reload finds it again, and how to name another or none.
 * Whoever is on the way elsewhere stays so: this page is drawn until the next one is there, under an address that is no
 * longer its own.
 */
export function useRequestParam(): [id: string | null, name: (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const home = useRef<string | null>(null);
  useEffect(() => {
    home.current = window.location.pathname;
    return () => void (home.current = null);
  }, []);
  const name = (id: string | null) => {
    if (window.location.pathname === home.current) setParams(id === null ? {} : { request: id }, { replace: true });
  };
  return [params.get('request'), name];
}
