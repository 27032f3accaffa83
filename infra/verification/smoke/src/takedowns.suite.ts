import type { ReportReceipt } from '@luit/contracts/auth/content-reports';
import type { RequestView } from '@luit/contracts/http/requests';
import type { Stack } from '@luit/local/running-stack';
import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import type { LuitClient } from './client';
import { mailsTo } from './mailbox';
import { OperatorClient } from './operator-client';
import { SecondGateway } from './second-gateway';
import { newCreator } from './smoke-test';
import { until } from './until';

interface Route {
  path: string;
  headers?: Record<string, string>;
}

/**
 * Takes a generated video down in a whole stack with two gateways.
 *
 * @param withinMs nothing sends the file to a request that begins later than this after the answer of the takedown
 */
export function describeTakedowns(stack: () => ThrowawayStack, withinMs = Infinity): void {
  it('a reported video is refused everywhere on two gateways, and everyone concerned is mailed', async () => {
    const { running } = stack();
    const addresses = running.stack;
    const gateway = await SecondGateway.start(running);
    try {
      const creator = await newCreator(addresses);
      const { requestId, shareUrl, routes } = await sharedVideo(creator);
      const urls = [addresses.api, gateway.url];
      expect(await statuses(urls, routes)).toEqual(urls.flatMap(() => routes.map(() => 200)));

      const reporter = `reporter-${requestId}@example.com`;
      const report = await reportVideo(creator, shareUrl, reporter);
      const operator = await OperatorClient.signIn(addresses);
      await operator.send('PATCH', 'settings/takedowns', { returnsCredits: true });
      const { available } = await creator.balance();
      const { items } = await operator.get<{ items: { id: string; number: string; requestId: string }[] }>(
        'content-reports?limit=100',
      );
      const listed = items.find(({ number }) => number === report.number);
      expect(listed?.requestId).toBe(requestId);
      const polls = urls.flatMap((url) => routes.map((route) => new RoutePoll(url, route)));
      const polled = polls.map((poll) => poll.untilRefused());
      await until('files to be sent', () => (polls.every(({ sent }) => sent > 0) ? true : undefined));
      const input = { decision: 'taken_down', answer: 'It shows her', kind: 'unlawful', requestId };
      await operator.send('POST', `content-reports/${listed?.id}/decision`, input);
      const decidedAt = performance.now();
      await Promise.all(polled);
      const delays = polls.map(({ route, lastSentAt }) => [route.path, lastSentAt - decidedAt] as const);
      expect(delays.filter(([, delay]) => delay > withinMs)).toEqual([]);

      const { takedown, outputUrl } = await creator.getRequest(requestId);
      expect([takedown?.reason, outputUrl]).toEqual(['It shows her', null]);
      await expectMail(
        addresses,
        creator.session?.user.email ?? '',
        'We took down your video',
        'return to your balance',
      );
      await until('the credits of the video', async () =>
        (await creator.balance()).available > available ? true : undefined,
      );
      await operator.send('POST', `jobs/${requestId}/takedown/lift`, { reason: 'It is somebody else' });
      await operator.send('POST', `jobs/${requestId}/takedown`, { kind: 'unlawful', reason: 'It is her' });
      const job = await operator.get<{ movements: { kind: string }[] }>(`jobs/${requestId}`);
      expect(job.movements.filter(({ kind }) => kind === 'return')).toHaveLength(1);
      await expectMail(addresses, reporter, `We received your report ${report.number}`);
      await expectMail(addresses, reporter, `Decision on your report ${report.number}`);
    } finally {
      await gateway.stop();
    }
  }, 300_000);
}

/** A finished video with a share link, and a request to each route that sends it. */
async function sharedVideo(creator: LuitClient) {
  await creator.buyPack('starter');
  const requestId = await creator.generate('A boat on the river at dawn');
  const video = await until<RequestView>('the video', async () => {
    const request = await creator.getRequest(requestId);
    return request.outputUrl && request.posterUrl ? request : undefined;
  });
  const { link } = await creator.put<{ link: { url: string } }>(`/api/requests/${requestId}/share-link`, {
    showsPrompt: false,
    isIndexed: false,
  });
  const shared = `/api/shared/${link.url.split('/').at(-1)}`;
  const key = await creator.post<{ key: string }>('/api/keys', { name: 'a', mode: 'live', scopes: ['videos:read'] });
  const signedIn = { authorization: `Bearer ${creator.session?.access_token}` };
  const routes: Route[] = [
    { path: pathOf(video.outputUrl!) },
    { path: pathOf(video.posterUrl!) },
    { path: `/api/download/${requestId}`, headers: signedIn },
    { path: `${shared}/output` },
    { path: `${shared}/poster` },
    { path: `/v1/videos/${requestId}/content`, headers: { authorization: `Bearer ${key.key}` } },
  ];
  return { requestId, shareUrl: link.url, routes };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost');
  return pathname + search;
}

async function reportVideo(creator: LuitClient, target: string, email: string): Promise<ReportReceipt> {
  const input = { kind: 'unlawful', target, text: 'He is not me', email };
  return (await creator.post<{ report: ReportReceipt }>('/api/reports', input)).report;
}

function statuses(urls: string[], routes: Route[]): Promise<number[]> {
  return Promise.all(urls.flatMap((url) => routes.map((route) => statusOf(url, route))));
}

async function statusOf(url: string, { path, headers }: Route): Promise<number> {
  const response = await fetch(url + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** Asks one gateway for one file again and again. */
class RoutePoll {
  /** When the last request began that was answered with the file; of `performance.now`, milliseconds. */
  lastSentAt = 0;
  sent = 0;

  constructor(
    private readonly url: string,
    readonly route: Route,
  ) {}

  /** @throws Error for an answer other than the file and its refusal */
  async untilRefused(): Promise<void> {
    for (;;) {
      const begunAt = performance.now();
      const status = await statusOf(this.url, this.route);
      if (status === 404) return;
      if (status !== 200) throw new Error(`${this.route.path} responded with ${status}`);
      this.lastSentAt = begunAt;
      this.sent += 1;
    }
  }
}

async function expectMail({ mailbox }: Stack, address: string, subject: string, text = ''): Promise<void> {
  await until(`an email: ${subject}`, async () => {
    const mails = await mailsTo(mailbox, address);
    return mails.some((mail) => mail.subject === subject && mail.text.includes(text)) ? true : undefined;
  });
}
