import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

interface Options {
  /** Whether Back returns to the request that was shown. */
  keepsHistory?: boolean;
}

/**
 * Reads and sets the request in the URL (`?request=`), so that a reload finds it again. Setting it has no effect during a
 * navigation: React shows this page until the next one has loaded, while the URL is already the next page's.
 */
export function useRequestParam(): [id: string | null, setRequestId: (id: string | null, options?: Options) => void] {
  const [params, setParams] = useSearchParams();
  const ownPath = useRef<string | null>(null);
  useEffect(() => {
    ownPath.current = window.location.pathname;
    return () => void (ownPath.current = null);
  }, []);
  const setRequestId = (id: string | null, { keepsHistory = false }: Options = {}) => {
    if (window.location.pathname !== ownPath.current) return;
    setParams(id === null ? {} : { request: id }, { replace: !keepsHistory });
  };
  return [params.get('request'), setRequestId];
}

/** The request in the address bar. While React still prepares the page of a new address, it is ahead of `useRequestParam`. */
export function requestInAddressBar(): string | null {
  return new URLSearchParams(window.location.search).get('request');
}
