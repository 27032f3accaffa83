import type { RetainedRecord } from '@luit/contracts/auth/retained-records';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Identifier } from '../../components/identifier';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { RefreshButton } from '../../components/refresh-button';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { useServices } from '../../lib/services';
import { OpenedRecord, type OpenedRetainedRecord } from './opened-record';

const PATH = '/api/admin/sealed-records';

/** The retained records of deleted accounts. Their content is shown only after an operator has given a reason. */
export default function RetainedRecordsPage() {
  const { client } = useServices();
  const state = useTableState();
  const query = usePage<RetainedRecord>(PATH, state);
  const [chosen, setChosen] = useState<RetainedRecord | null>(null);
  const [opened, setOpened] = useState<OpenedRetainedRecord | null>(null);
  const open = async (reason: string) => {
    const path = `${PATH}/${chosen?.id}/open`;
    setOpened((await client.send<{ record: OpenedRetainedRecord }>('POST', path, { reason })).record);
  };
  return (
    <>
      <PageHeader
        title="Retained records"
        description="Names, email addresses and sign-ins of deleted accounts, encrypted until the law no longer asks for them."
      >
        <RefreshButton query={query} />
      </PageHeader>
      {opened && <OpenedRecord record={opened} onClose={() => setOpened(null)} />}
      <PagedTable
        caption="Retained records"
        columns={columnsWith(setChosen)}
        rowKey={(record) => record.id}
        query={query}
        state={state}
        empty={{ title: 'No retained records', icon: <LockKeyhole className="size-6" /> }}
      />
      {chosen && (
        <ReasonedDialog
          onClose={() => setChosen(null)}
          title="Open this retained record?"
          description={chosen.id}
          confirmLabel="Open"
          onConfirm={open}
        >
          <p>You will see personal data of a person who deleted their account. The audit log keeps your reason.</p>
        </ReasonedDialog>
      )}
    </>
  );
}

function columnsWith(onOpen: (record: RetainedRecord) => void): Column<RetainedRecord>[] {
  return [
    {
      key: 'id',
      header: 'Account',
      onPhones: 'title',
      className: 'w-full max-w-0 min-w-44',
      cell: ({ id }) => <Identifier>{id}</Identifier>,
    },
    { key: 'erased', header: 'Erased', cell: ({ erasedAt }) => <Timestamp at={erasedAt} canWrap /> },
    { key: 'deleted', header: 'Kept until', cell: ({ deleteAt }) => <Timestamp at={deleteAt} canWrap /> },
    {
      key: 'open',
      header: 'Action',
      align: 'end',
      cell: (record) => (
        <IfPermitted permission="sealed.open">
          <Button tone="secondary" size="sm" onClick={() => onOpen(record)}>
            Open…
            <span className="sr-only"> {record.id}</span>
          </Button>
        </IfPermitted>
      ),
    },
  ];
}
