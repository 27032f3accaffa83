import type { OperatorRow } from '@luit/contracts/auth/operators';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import type { Column } from '@luit/ui/table';
import { useState } from 'react';
import { Identifier } from '../../components/identifier';
import { DataTable } from '../../components/data-table';
import { Timestamp } from '../../components/timestamp';
import { ROLE_LABELS, useOperator } from '../../lib/operator';
import { OperatorDialog } from './operator-dialog';

export function OperatorTable({ operators }: { operators: OperatorRow[] }) {
  const own = useOperator();
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = operators.find(({ id }) => id === editedId);
  const columns: Column<OperatorRow>[] = [
    {
      key: 'name',
      header: 'Operator',
      onPhones: 'title',
      className: 'w-full max-w-0 min-w-44',
      cell: ({ id, name, email }) => (
        <span className="block min-w-0">
          <span className="font-medium break-words">
            <span>{name}</span>
            {id === own?.id && <span> (you)</span>}
          </span>
          <span className="text-muted">
            <Identifier>{email}</Identifier>
          </span>
        </span>
      ),
    },
    { key: 'role', header: 'Role', cell: ({ role }) => ROLE_LABELS[role] },
    {
      key: 'factor',
      header: 'Second factor',
      cell: ({ hasSecondFactor }) =>
        hasSecondFactor ? <Badge tone="success">Set up</Badge> : <Badge tone="accent">Missing</Badge>,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ isDisabled, openSessions }) =>
        isDisabled ? (
          <Badge tone="danger">Disabled</Badge>
        ) : (
          `${openSessions} open ${openSessions === 1 ? 'session' : 'sessions'}`
        ),
    },
    { key: 'seen', header: 'Last seen', cell: ({ last_seen_at }) => <Timestamp at={last_seen_at} canWrap /> },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: ({ id, email }) => (
        <Button tone="secondary" size="sm" aria-label={`Manage ${email}`} onClick={() => setEditedId(id)}>
          Manage
        </Button>
      ),
    },
  ];
  return (
    <Card className="overflow-hidden">
      <DataTable caption="Operators" columns={columns} rows={operators} rowKey={({ id }) => id} isStacked />
      {edited && <OperatorDialog operator={edited} onClose={() => setEditedId(null)} />}
    </Card>
  );
}
