import type { ShownModel } from '@luit/contracts/http/models';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { useMemo, useState } from 'react';
import { DataTable } from '../../components/data-table';
import { IfPermitted } from '../../components/if-permitted';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { Timestamp } from '../../components/timestamp';
import { ChangesList } from './changes-list';
import { LossNotice, useLoss } from './loss-notice';
import { usePublishModel } from './use-publish-model';

type Revision = ShownModel['revisions'][number];

const COLUMNS: Column<Revision>[] = [
  { key: 'revision', header: 'Revision', onPhones: 'title', cell: ({ revision }) => revision },
  { key: 'published', header: 'Published', cell: ({ published_at }) => <Timestamp at={published_at} /> },
  { key: 'operator', header: 'By', cell: ({ published_by }) => published_by ?? 'Luit' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
];

/** The latest revisions, each of which can be restored. */
export function RevisionsTable({ model }: { model: ShownModel }) {
  const [restored, setRestored] = useState<Revision | null>(null);
  const publish = usePublishModel(model.id);
  const loss = useLoss();
  const columns = useMemo(
    (): Column<Revision>[] => [
      ...COLUMNS,
      {
        key: 'restore',
        header: 'Restore',
        align: 'end',
        cell: (row) =>
          row.revision === model.revision ? (
            'In force'
          ) : (
            <IfPermitted permission="prices.change">
              <Button
                tone="ghost"
                size="sm"
                aria-label={`Restore revision ${row.revision}`}
                onClick={() => setRestored(row)}
              >
                Restore
              </Button>
            </IfPermitted>
          ),
      },
    ],
    [model.revision],
  );
  return (
    <>
      <DataTable
        caption="Revisions"
        columns={columns}
        rows={model.revisions}
        rowKey={({ revision }) => String(revision)}
        isDense
        isStacked
      />
      {restored && (
        <ReasonedDialog
          title={`Restore revision ${restored.revision}?`}
          description="Its entry is published again, with a new number."
          confirmLabel="Restore"
          onClose={() => setRestored(null)}
          isDisabled={loss.isOpen}
          onConfirm={(reason) =>
            loss.confirm((accepted) =>
              publish({ revision: restored.revision, expectedRevision: model.revision, reason, ...accepted }),
            )
          }
        >
          <ChangesList label="What this changes" before={model.entry} after={restored.entry} />
          <LossNotice loss={loss} />
        </ReasonedDialog>
      )}
    </>
  );
}
