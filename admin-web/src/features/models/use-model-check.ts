import type { ModelCheck } from '@luit/contracts/generation/model-checks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServices } from '../../lib/services';

const POLL_MS = 1_000;

/** Starts a check, and reads it until it has ended. @param onEnd called once when it has */
export function useModelCheck(kind: ModelCheck['kind'], onEnd?: (check: ModelCheck) => void) {
  const { client } = useServices();
  const [id, setId] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: (body: object) => client.send<{ check: ModelCheck }>('POST', `/api/admin/model-checks/${kind}`, body),
    onMutate: () => setId(null),
    onSuccess: ({ check }) => setId(check.id),
  });
  const query = useQuery({
    queryKey: ['model-check', id],
    enabled: id !== null,
    queryFn: ({ signal }) => client.get<{ check: ModelCheck }>(`/api/admin/model-checks/${id ?? ''}`, signal),
    refetchInterval: ({ state }) => (state.data?.check.endedAt ? false : POLL_MS),
    staleTime: Infinity,
  });
  const check = id === null ? undefined : (query.data?.check ?? start.data?.check);
  const end = useEffectEvent(() => check && onEnd?.(check));
  const isEnded = check !== undefined && check.endedAt !== null;
  useEffect(() => {
    if (isEnded) end();
  }, [id, isEnded]);
  return {
    start: start.mutate,
    check,
    error: start.error ?? (check ? null : query.error),
    isRunning: start.isPending || (check !== undefined && !isEnded),
  };
}
