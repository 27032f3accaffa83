import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { logFailure } from '../../lib/log';
import { changeConsent, type ConsentChange, consentsQuery } from './consents-query';

/** Stores consents, one after the other. `pending` is the one in flight, which the page shows immediately. */
export function useConsentChange() {
  const { api } = useServices();
  const client = useQueryClient();
  const { mutate, isError, isPending, variables, reset } = useMutation({
    scope: { id: 'consents' },
    mutationFn: (change: ConsentChange) => changeConsent(api, change),
    onSuccess: (notices) => client.setQueryData(consentsQuery(api).queryKey, notices),
    onError: (cause) => {
      logFailure('Changing a consent failed', cause);
      void client.invalidateQueries(consentsQuery(api));
    },
  });
  const failure = isError ? t`We couldn’t save this. Please try again.` : null;
  return { change: mutate, failure, pending: isPending ? variables : undefined, dismiss: reset };
}
