import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { X } from 'lucide-react';
import { useRequestChanges } from '../api/change-request';

const cancelTexts = {
  get video() {
    return t`Cancel this video`;
  },
  get image_video() {
    return t`Cancel this video`;
  },
  get image() {
    return t`Cancel this image`;
  },
  get restore() {
    return t`Cancel this restoration`;
  },
};

/** Cancels a running request and shows the error if it is too late. */
export function CancelButton({ request }: { request: RequestView }) {
  const { cancel } = useRequestChanges(request);
  return (
    <div className="grid gap-3">
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
        {cancelTexts[request.type]}
      </Button>
    </div>
  );
}
