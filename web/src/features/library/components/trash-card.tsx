import { t } from '@lingui/core/macro';
import type { TrashedView } from '@luit/contracts/http/trash';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Dialog } from '@luit/ui/dialog';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { formatDate } from '../../../lib/format';
import { RequestPreview } from '../../../shared/requests/components/request-preview';
import { useTrash } from '../../../shared/requests/use-trash';

/** A deleted request that can be put back. */
export function TrashCard({ item: { request, eraseAt } }: { item: TrashedView }) {
  const { putBack, remove } = useTrash(request.id);
  const [isConfirming, setConfirming] = useState(false);
  const title = request.prompt || t`Restored photo`;
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <RequestPreview request={request} title={title} className="aspect-video" />
      <div className="flex grow flex-col gap-3 p-5">
        <h2 className="line-clamp-2 font-semibold break-words" dir="auto">
          {title}
        </h2>
        <p className="mt-auto text-sm text-muted">{t`Deleted for good on ${{ date: formatDate(eraseAt) }}`}</p>
        {remove.error && <Alert tone="danger">{messageOf(remove.error, '')}</Alert>}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            busy={putBack.isPending}
            icon={<Undo2 className="size-4" aria-hidden />}
            onClick={() => putBack.mutate()}
          >
            {t`Put back`}
          </Button>
          <Button size="sm" tone="danger" busy={remove.isPending} onClick={() => setConfirming(true)}>
            {t`Delete now`}
          </Button>
        </div>
      </div>
      <Dialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t`Delete for good?`}
        description={t`This deletes the file and its prompt. You can’t undo it. Your credit history stays the same.`}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={() => setConfirming(false)}>
            {t`Keep it`}
          </Button>
          <Button
            tone="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSettled: () => setConfirming(false) })}
          >
            {t`Delete now`}
          </Button>
        </div>
      </Dialog>
    </Card>
  );
}
