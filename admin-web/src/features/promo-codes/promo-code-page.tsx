import type { PromoCode, PromoCodeRedemption } from '@luit/contracts/billing/promo-codes';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { QueryPanel } from '../../components/query-panel';
import { DescriptionList, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { USER_COLUMN } from '../../components/user-column';
import { formatNumber, formatTime } from '../../lib/format';
import { useServices } from '../../lib/services';
import { DisablePromoCode } from './disable-promo-code';
import {
  audienceOf,
  givenAwayText,
  lifetimeText,
  PromoCodeBadge,
  redeemedText,
} from '../../components/promo-code-terms';

const COLUMNS: Column<PromoCodeRedemption>[] = [
  {
    ...USER_COLUMN,
    onPhones: 'title',
    cell: ({ userId, userEmail }) => USER_COLUMN.cell({ user_id: userId, user_email: userEmail }),
  },
  { key: 'time', header: 'Redeemed', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    cell: ({ id, credits }) => <TextLink to={`/transactions/${id}`}>{formatNumber(credits)}</TextLink>,
  },
  { key: 'remaining', header: 'Unspent', align: 'end', cell: ({ remaining }) => formatNumber(remaining) },
  {
    key: 'expires',
    header: 'Credits expire',
    cell: ({ expiresAt }) => (expiresAt ? <Timestamp at={expiresAt} /> : 'Never'),
  },
];

/** One code with its terms and who redeemed it. */
export default function PromoCodePage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const path = `/api/admin/promo-codes/${encodeURIComponent(id)}`;
  const query = useQuery({
    queryKey: ['promo-code', id],
    queryFn: ({ signal }) => client.get<PromoCode>(path, signal),
  });
  const state = useTableState();
  const redemptions = usePage<PromoCodeRedemption>(`${path}/redemptions`, state);
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data ? data.code : 'Promotional code'}
        back={<BackLink to="/promo-codes">Promotional codes</BackLink>}
      >
        {data && data.state !== 'disabled' && <DisablePromoCode promoCode={data} />}
      </PageHeader>
      <QueryPanel query={query} loading="Loading the code">
        {(promoCode) => (
          <div className="grid grid-cols-1 gap-5">
            <Section title="Terms">
              <DescriptionList items={itemsOf(promoCode)} />
            </Section>
            <section aria-label="Redemptions">
              <PagedTable
                caption="Redemptions"
                columns={COLUMNS}
                rowKey={(row) => row.id}
                query={redemptions}
                state={state}
                empty={{ title: 'No one has redeemed this code yet' }}
              />
            </section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function itemsOf(promoCode: PromoCode): [string, ReactNode][] {
  const { state, credits, lifetimeDays, startsAt, endsAt } = promoCode;
  const { reason, createdAt, createdBy, approvedBy, disabledAt, disabledReason } = promoCode;
  return [
    ['State', <PromoCodeBadge key="state" state={state} />],
    ['Credits per redemption', formatNumber(credits)],
    ['Credits', lifetimeText(lifetimeDays)],
    ['Redeemed', redeemedText(promoCode)],
    ['Given away', givenAwayText(promoCode)],
    ['Valid', `${formatTime(startsAt)} to ${formatTime(endsAt)}`],
    ['For', audienceOf(promoCode).text],
    ['Reason', reason],
    ['Created', `${formatTime(createdAt)} by ${createdBy}`],
    ...(approvedBy ? ([['Approved by', approvedBy]] as [string, ReactNode][]) : []),
    ...(disabledAt ? ([['Disabled', `${formatTime(disabledAt)}: ${disabledReason}`]] as [string, ReactNode][]) : []),
  ];
}
