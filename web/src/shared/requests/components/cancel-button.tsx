import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { X } from 'lucide-react';
import { requestCopy } from '../copy';
import { useRequestChanges } from '../api/change-request';

/** Cancels a running request and shows the error if it is too late. */
export function CancelButton({ request }: { request: RequestView }) {
  const { cancel } = useRequestChanges(request);
  return (
    <div className="mx-auto mt-6 grid max-w-4xl gap-3">
      {cancel.isError && (
        <Alert tone="danger" onDismiss={cancel.reset}>
          {cancel.error.message}
        </Alert>
      )}
      <Button
        tone="secondary"
        className="justify-self-start"
        busy={cancel.isPending}
        icon={<X className="size-4" aria-hidden />}
        onClick={() => cancel.mutate()}
      >
        {requestCopy.cancel[request.type]}
      </Button>
    </div>
  );
}
