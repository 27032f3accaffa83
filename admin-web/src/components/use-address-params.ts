import { useCallback } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';

type Edit = (params: URLSearchParams) => void;

/**
 * The parameters of the URL, and a function to change them. A change starts from the address bar: while React still prepares the
 * page of the change before, `useSearchParams` does not know that one and would undo it.
 */
export function useAddressParams(): [URLSearchParams, (edit: Edit, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (edit: Edit, options?: NavigateOptions) => {
      const next = new URLSearchParams(window.location.search);
      edit(next);
      setParams(next, options);
    },
    [setParams],
  );
  return [params, change];
}
