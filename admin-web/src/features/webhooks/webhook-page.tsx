import type { WebhookDetails } from '@luit/contracts/billing/webhook-events';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { Preformatted } from '../../components/preformatted';
import { QueryPanel } from '../../components/query-panel';
import { DescriptionList, EmptyMessage, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { formatTime } from '../../lib/format';
import { useServices } from '../../lib/services';
import { orderPathOf } from './webhook-order';
import { WebhookOutcome } from './webhook-outcome';
import { WebhookReplay } from './webhook-replay';

/** One webhook with its body, in which personal data is masked. */
export default function WebhookPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const path = `/api/admin/webhooks/${encodeURIComponent(id)}`;
  const query = useQuery({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => client.get<WebhookDetails>(path, signal),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data ? `Webhook: ${data.type === 'unknown' ? 'not read' : data.type}` : 'Webhook'}
        back={<BackLink to="/webhooks">Payment webhooks</BackLink>}
      >
        {data?.canReplay && <WebhookReplay webhook={data} />}
      </PageHeader>
      <QueryPanel query={query} loading="Loading webhook">
        {(webhook) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Section title="Details">
              <DescriptionList items={itemsOf(webhook)} />
            </Section>
            <Section title="Body">
              {webhook.body ? (
                <Preformatted
                  label="Body as JSON"
                  overflow="break-words"
                  note="Names, addresses, cards, and all fields that Luit does not recognize are masked before the webhook is stored."
                >
                  {webhook.body}
                </Preformatted>
              ) : (
                <EmptyMessage>
                  {webhook.outcome === 'refused' ? 'The body of a refused webhook is not stored' : 'No body was stored'}
                </EmptyMessage>
              )}
            </Section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function itemsOf(webhook: WebhookDetails): [string, ReactNode][] {
  const { eventId, paymentId, razorpayOrderId, receivedAt, replayedAt } = webhook;
  const path = orderPathOf(webhook);
  return [
    ['Outcome', <WebhookOutcome key="outcome" row={webhook} />],
    ['Event', eventId],
    ['Payment', paymentId ?? '–'],
    ['Razorpay order', razorpayOrderId ?? '–'],
    [
      'Order',
      path ? (
        <TextLink key="order" to={path}>
          Statement of the order
        </TextLink>
      ) : (
        '–'
      ),
    ],
    ['Received', formatTime(receivedAt)],
    ['Replayed', replayedAt ? formatTime(replayedAt) : 'Never'],
  ];
}
