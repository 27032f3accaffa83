import type { InvariantStatus } from '@luit/contracts/messages/invariants';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/data-table';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatNumber, formatSeconds } from '../../lib/format';
import { useServices } from '../../lib/services';
import { type InvariantRow, invariantsQuery } from './invariants-query';

const POLL_MS = 30_000;

/** The meaning of each number, as in docs/architecture.md. */
const MEANINGS: Record<InvariantStatus['invariant'], string> = {
  I1: 'Balances match the ledger',
  I2: 'Holds end with their jobs',
  I3: 'Jobs and money agree',
  I4: 'Payments have one outcome',
  I5: 'One task for each job',
  I6: 'No job is forgotten',
};

/** Most invariants hold, so most of these cells have nothing to show. They stay empty, and phones hide them. */
const COLUMNS: Column<InvariantRow>[] = [
  {
    key: 'invariant',
    header: 'Invariant',
    onPhones: 'title',
    className: 'min-w-64 py-2.5',
    cell: ({ invariant, name, service }) => (
      <>
        <p className="text-label text-muted">{`${invariant} · ${MEANINGS[invariant]} · ${service}`}</p>
        <p className="font-medium">{name.charAt(0).toUpperCase() + name.slice(1)}</p>
      </>
    ),
  },
  { key: 'result', header: 'Result', cell: (row) => <Result row={row} /> },
  {
    key: 'repaired',
    header: 'Repaired',
    align: 'end',
    cell: ({ repaired }) => (repaired > 0 ? formatNumber(repaired) : null),
  },
  {
    key: 'checked',
    header: 'Last check',
    className: 'whitespace-nowrap',
    cell: ({ checkedAt, everySeconds }) => (
      <>
        <Timestamp at={checkedAt} />
        <span className="block text-label text-muted">Every {formatSeconds(everySeconds)}</span>
      </>
    ),
  },
  {
    key: 'since',
    header: 'Violated since',
    cell: ({ brokenSince }) => brokenSince && <Timestamp at={brokenSince} />,
  },
  {
    key: 'samples',
    header: 'Examples',
    className: 'max-w-80',
    cell: ({ samples }) =>
      samples.length > 0 && (
        <ul className="grid gap-0.5 font-mono text-label wrap-anywhere">
          {samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
        </ul>
      ),
  },
];

function Result({ row: { violations, isOverdue, checkedAt } }: { row: InvariantRow }) {
  if (violations > 0)
    return (
      <Badge tone="danger">{`${formatNumber(violations)} ${violations === 1 ? 'violation' : 'violations'}`}</Badge>
    );
  if (checkedAt === null) return <Badge tone="accent">Not checked yet</Badge>;
  if (isOverdue) return <Badge tone="accent">Unknown, check overdue</Badge>;
  return <Badge tone="success">Holds</Badge>;
}

/** The invariants of money and jobs, with the result of the latest check of each. */
export default function InvariantsPage() {
  const { client } = useServices();
  const query = useQuery({ ...invariantsQuery(client), refetchInterval: POLL_MS });
  return (
    <>
      <PageHeader
        title="Invariants"
        description={
          <>
            Conditions that must always hold for money and jobs. Luit repairs what it can repair safely and alerts you
            to the rest. <TextLink to="/runbooks/invariant_violated">Runbook</TextLink>
          </>
        }
      >
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading invariants">
        {({ items, unavailable }) => (
          <>
            {unavailable.map((service) => (
              <Alert key={service} tone="danger" className="mb-4">
                {`The service ${service} did not respond, so it is unknown whether its invariants hold.`}
              </Alert>
            ))}
            <Card className="overflow-hidden">
              <DataTable
                caption="Invariants"
                columns={COLUMNS}
                rows={byUrgency(items)}
                rowKey={({ service, name }) => `${service} ${name}`}
                isDense
                isStacked
              />
            </Card>
          </>
        )}
      </QueryPanel>
    </>
  );
}

/** Violated ones first, then those whose state is unknown. */
function byUrgency(items: InvariantRow[]): InvariantRow[] {
  const rank = ({ violations, isOverdue }: InvariantRow) => (violations > 0 ? 0 : isOverdue ? 1 : 2);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
