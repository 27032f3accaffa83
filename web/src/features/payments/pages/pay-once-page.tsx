import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { ErrorState } from '@luit/ui/error-state';
import { Input } from '@luit/ui/input';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Skeleton } from '@luit/ui/skeleton';
import { Textarea } from '@luit/ui/textarea';
import { VideoPlayer } from '@luit/ui/video-player';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatMoney } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import { useServices, useSession } from '../../../lib/services';
import { plansQuery } from '../../generation/api/get-plans';
import { generationCopy, generationMessages, PROMPT_MAXIMUM } from '../../generation/copy';
import { PaymentNotice } from '../components/payment-notice';
import { orderCopy } from '../copy';
import { type DemoOrder, demoOrder } from '../demo-order';
import { usePayment } from '../payment-provider';

interface Wish {
  prompt: string;
  planId?: string;
}

/** One video for one payment: the wish, then the order as it would be, then the checkout. */
export default function PayOncePage() {
  const { api } = useServices();
  const { state } = useLocation() as { state: Wish | null };
  const { data, isError } = useQuery(plansQuery(api));
  const [wish, setWish] = useState<Wish>(state ?? { prompt: '' });
  const [demo, setDemo] = useState<DemoOrder | null>(null);
  const planId = wish.planId ?? data?.plans.find(({ popular }) => popular)?.id ?? '';

  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageTitle>{orderCopy.payOnce}</PageTitle>
      <h1 className="text-page wide">{demo ? orderCopy.demoTitle : orderCopy.payOnce}</h1>
      <p className="mt-2 mb-8 max-w-[60ch] text-lg text-muted">{orderCopy.lead}</p>
      {isError && (
        <ErrorState title={generationMessages.plansFailed} onRetry={() => window.location.reload()}>
          {null}
        </ErrorState>
      )}
      {!data && !isError && <Skeleton className="h-96 rounded-card" />}
      {data && demo && <DemoView demo={demo} onChange={() => setDemo(null)} />}
      {data && !demo && (
        <form
          className="grid gap-7"
          onSubmit={(event) => {
            event.preventDefault();
            setDemo(demoOrder({ planId, prompt: wish.prompt.trim() }, data.plans));
          }}
        >
          <Textarea
            label={generationCopy.promptLabel}
            rows={4}
            required
            maxLength={PROMPT_MAXIMUM}
            value={wish.prompt}
            placeholder={generationCopy.promptPlaceholder}
            onChange={(event) => setWish({ ...wish, prompt: event.target.value })}
          />
          <RadioCardGroup legend={generationCopy.plansLegend}>
            {data.plans.map((plan) => (
              <RadioCard
                key={plan.id}
                name="plan"
                value={plan.id}
                label={`${plan.name}, ${plan.duration} seconds, ${plan.quality}, ${formatMoney(plan.credits)}`}
                checked={plan.id === planId}
                onChoose={(chosen) => setWish({ ...wish, planId: chosen })}
              >
                <span className="block pr-8 font-semibold">{plan.name}</span>
                <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
                  <span>
                    {plan.duration} s, {plan.quality}
                  </span>
                  <span className="font-semibold text-ink tabular-nums">{formatMoney(plan.credits)}</span>
                </span>
              </RadioCard>
            ))}
          </RadioCardGroup>
          <Button type="submit" tone="muga" size="lg" className="justify-self-start" disabled={!wish.prompt.trim()}>
            {orderCopy.preview}
          </Button>
        </form>
      )}
    </div>
  );
}

function DemoView({ demo, onChange }: { demo: DemoOrder; onChange: () => void }) {
  const { user } = useSession();
  const { buyVideo, loading } = usePayment();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  /** The order whose checkout was closed: its payment may still come. */
  const [closed, setClosed] = useState<string | null>(null);

  const pay = async () => {
    const { outcome, requestId } = await buyVideo(demo, email.trim());
    if (requestId && (outcome === 'paid' || outcome === 'doubtful')) await navigate(`/order/${requestId}`);
    setClosed(outcome === 'closed' ? requestId : null);
  };

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <figure>
        <VideoPlayer src={demo.videoUrl} label={orderCopy.sample} />
        <figcaption className="mt-3 text-sm text-muted">{orderCopy.sample}</figcaption>
      </figure>
      <Card className="grid gap-5 p-5 sm:p-6">
        <div>
          <p className="font-semibold">{demo.plan.name}</p>
          <p className="text-sm text-muted">
            {demo.plan.duration} seconds, {demo.plan.quality}
          </p>
        </div>
        <blockquote className="line-clamp-6 border-l-2 border-edge pl-3 break-words">{demo.prompt}</blockquote>
        {!user && (
          <Input
            label={orderCopy.email}
            hint={orderCopy.emailHint}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <PaymentNotice />
        {closed && loading === null && (
          <Link to={`/order/${closed}`} className="text-sm font-semibold underline underline-offset-4">
            {orderCopy.closedButPaid}
          </Link>
        )}
        <Button tone="muga" size="lg" busy={loading !== null} onClick={pay}>
          {orderCopy.pay(formatMoney(demo.credits))}
        </Button>
        <Button tone="quiet" onClick={onChange} disabled={loading !== null}>
          {orderCopy.change}
        </Button>
        {loading === 'verify' && <Alert>{orderCopy.waiting}</Alert>}
      </Card>
    </div>
  );
}
