import type { PromoCode } from '@luit/contracts/billing/promo-codes';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { Plus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatNumber } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { useCan } from '../../lib/operator';
import { NewPromoCodeDialog } from './new-promo-code-dialog';
import { audienceOf, lifetimeText, PromoCodeBadge, redeemedText, STATES } from '../../components/promo-code-terms';

const OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

const COLUMNS: Column<PromoCode>[] = [
  {
    key: 'code',
    header: 'Code',
    onPhones: 'title',
    sortBy: 'code',
    className: 'min-w-40 sm:max-w-72 sm:max-lg:max-w-56',
    cell: (promoCode) => (
      <>
        <TextLink to={`/promo-codes/${promoCode.id}`}>{promoCode.code}</TextLink>
        <p className="truncate text-label text-muted" title={promoCode.reason}>
          {promoCode.reason}
        </p>
        {audienceOf(promoCode).mark && <p className="text-label text-muted">{audienceOf(promoCode).mark}</p>}
      </>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <PromoCodeBadge state={state} /> },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ credits, lifetimeDays }) => (
      <>
        {formatNumber(credits)}
        <p className="text-label whitespace-nowrap text-muted">{lifetimeText(lifetimeDays)}</p>
      </>
    ),
  },
  {
    key: 'redemptions',
    header: 'Redeemed',
    align: 'end',
    sortBy: 'redemptions',
    cell: redeemedText,
  },
  {
    key: 'starts',
    header: 'Valid from',
    isWideOnly: true,
    cell: ({ startsAt }) => <Timestamp at={startsAt} />,
  },
  { key: 'ends', header: 'Valid until', sortBy: 'ends_at', cell: ({ endsAt }) => <Timestamp at={endsAt} /> },
  {
    key: 'created',
    header: 'Created',
    sortBy: 'created_at',
    isWideOnly: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
];

/** Codes that give credits to everyone who redeems them. */
export default function PromoCodesPage() {
  const canChange = useCan('promo_codes.change');
  const [isCreating, setCreating] = useState(false);
  const state = useTableState({ sort: '-created_at', filters: LIST_FILTERS['promo-codes'] });
  const query = usePage<PromoCode>('/api/admin/promo-codes', state);
  return (
    <>
      <PageHeader title="Promotional codes" description="Codes that give credits to each account, once per account.">
        {canChange && (
          <Button size="sm" icon={<Plus className="size-4" aria-hidden />} onClick={() => setCreating(true)}>
            New code
          </Button>
        )}
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by code or reason" />
        <Filter state={state} name="state" label="State" options={OPTIONS} />
      </TableToolbar>
      <PagedTable
        caption="Promotional codes"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{
          title: state.q || state.filter('state') ? 'No matching codes' : 'No promotional codes yet',
          icon: <Ticket className="size-6" />,
        }}
      />
      {isCreating && <NewPromoCodeDialog onClose={() => setCreating(false)} />}
    </>
  );
}
