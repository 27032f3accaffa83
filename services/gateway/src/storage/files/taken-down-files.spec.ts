import { LuitError } from '@luit/contracts/errors';
import { generationBroadcasts, generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RequestView } from '@luit/contracts/http/requests';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import { Readable } from 'node:stream';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type RunningGateway, startGateway } from '../../gateway';
import { DOWNLOADS } from '../../http/connections/transfers';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { FileLinksService } from './file-links.service';

const TOKEN = 'abcdefghijklmnopqrstuv';

describe('a takedown on two gateways', () => {
  let first: GatewayTestApp;
  let second: RunningGateway;
  let record: RequestRecord;
  let isTakenDown: boolean;
  let apiHeaders: Record<string, string>;

  beforeAll(async () => {
    first = await startGatewayTestApp();
    second = await startGateway({ ...first.config, common: testConfig('gateway', first.redis.url) });
    apiHeaders = new TestApiKeys(first.services).add(first.user.id).headers;
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  beforeEach(async () => {
    isTakenDown = false;
    const id = uuidv7();
    record = recordOf(first.user.id, {
      id,
      jobStatus: 'succeeded',
      status: 'completed',
      completedAt: '2026-11-26T09:00:00.000Z',
      outputKey: `outputs/${id}.mp4`,
      posterKey: `outputs/${id}.webp`,
    });
    const storage = new FolderStorage(first.storageDir);
    for (const key of files()) {
      const contentType = key.endsWith('mp4') ? 'video/mp4' : 'image/webp';
      await storage.put(key, Readable.from([Buffer.from('0123456789')]), { contentType, maxBytes: 100 });
    }
    answerAsGeneration();
  });

  const files = () => [`outputs/${record.id}.mp4`, `outputs/${record.id}.webp`];
  const shown = (): RequestRecord =>
    isTakenDown
      ? {
          ...record,
          outputKey: null,
          posterKey: null,
          sequence: record.sequence + 1,
          takedown: { kind: 'order', reason: 'Order 12 of 2026', takenDownAt: '2026-11-27T09:00:00.000Z' },
        }
      : record;

  function answerAsGeneration(): void {
    const { services } = first;
    const [outputKey = '', posterKey = ''] = files();
    services.answer(generationCalls.listTakenDownFiles, ({ keys }) => ({ keys: isTakenDown ? keys : [] }));
    services.answer(generationCalls.getRequest, shown);
    services.answer(generationCalls.openZipDownload, () => ({
      ownerId: first.user.id,
      entries: isTakenDown
        ? []
        : [{ requestId: record.id, type: 'video', prompt: '', outputKey, completedAt: '2026-11-26T09:00:00.000Z' }],
    }));
    services.answer(generationCalls.openShareLink, () => {
      if (isTakenDown) throw new LuitError('not_found', 'This link does not exist or has ended.');
      return {
        ...{
          ownerId: first.user.id,
          requestId: record.id,
          type: 'video' as const,
          prompt: null,
          duration: 5,
          outputKey,
          posterKey,
        },
        ...{ smallKey: outputKey, animationKey: posterKey },
        ...{ completedAt: '2026-11-26T09:00:00.000Z', expiresAt: null, isIndexed: false },
      };
    });
  }

  /** Publishes what generation does after the commit. */
  const announce = async () => {
    const { sequence } = shown();
    await first.broadcasts.publish(generationBroadcasts.takedownChanged, {
      requestId: record.id,
      sequence,
      keys: files(),
    });
    await first.push(generationPushes.requestUpdated, { request: shown() });
  };

  /** A request to each route that sends files: a new one has to be added here. */
  const byRoute: Record<string, ((url: string) => request.Test) | 'not stored by Luit' | 'for operators only'> = {
    '/api/files/*': (url) => request(url).get(new FileLinksService(first.config).linkOf(first.user.id, files()[0]!)),
    '/api/download/:id': (url) => request(url).get(`/api/download/${record.id}`).set(first.bearer()),
    '/api/predictions/:id/output': 'not stored by Luit',
    // A refused output: only operators can see it, with a reason that the audit log keeps.
    '/api/admin/safety/findings/:id/output': 'for operators only',
    // Operators open taken-down files with a reason, too.
    '/api/admin/jobs/:id/takedown/file': 'for operators only',
    '/api/shared/:token/output': (url) => request(url).get(`/api/shared/${TOKEN}/output`),
    '/api/shared/:token/poster': (url) => request(url).get(`/api/shared/${TOKEN}/poster`),
    '/api/shared/:token/small': (url) => request(url).get(`/api/shared/${TOKEN}/small`),
    '/api/shared/:token/animation': (url) => request(url).get(`/api/shared/${TOKEN}/animation`),
    '/api/zip-downloads/:id': (url) => request(url).get(`/api/zip-downloads/${record.id}`),
    '/v1/videos/:id/content': (url) => request(url).get(`/v1/videos/${record.id}/content`).set(apiHeaders),
    '/v1/images/:id/content': (url) => request(url).get(`/v1/images/${record.id}/content`).set(apiHeaders),
    '/v1/restorations/:id/content': (url) => request(url).get(`/v1/restorations/${record.id}/content`).set(apiHeaders),
  };
  const urls = () => [first.url, second.url];

  it.each(DOWNLOADS)('%s refuses the file, and sends it again once the takedown is lifted', async (route) => {
    const send = byRoute[route];
    if (send === undefined) throw new Error(`The test has no request to ${route}`);
    if (typeof send === 'string') return;
    if (route.startsWith('/v1/restorations')) record = { ...record, type: 'restore' };
    if (route.startsWith('/v1/images')) record = { ...record, type: 'image' };
    const each = (check: (response: request.Response) => void) =>
      eventually(async () => {
        for (const response of await Promise.all(urls().map((url) => send(url)))) check(response);
      });
    const isSent = ({ status, headers }: request.Response) =>
      expect([status, headers['content-length'] !== '22']).toEqual([200, true]);
    await each(isSent);
    isTakenDown = true;
    await announce();
    await each(({ status, headers }) => {
      // A ZIP file without files has 22 bytes.
      expect(status === 404 || headers['content-length'] === '22').toBe(true);
    });
    isTakenDown = false;
    record = { ...record, sequence: record.sequence + 2 };
    await announce();
    await each(isSent);
  });

  const link = () => new FileLinksService(first.config).linkOf(first.user.id, files()[0]!);
  const statuses = (path: string) => Promise.all(urls().map(async (url) => (await request(url).get(path)).status));

  it('a file link that was given out is refused even if the broadcast and the push are lost', async () => {
    expect(await statuses(link())).toEqual([200, 200]);
    isTakenDown = true;
    await eventually(async () => expect(await statuses(link())).toEqual([404, 404]));
    isTakenDown = false;
    await eventually(async () => expect(await statuses(link())).toEqual([200, 200]));
  });

  it('while generation is unavailable its last answer counts, and a file that was never asked about is refused', async () => {
    expect(await statuses(link())).toEqual([200, 200]);
    let asked = 0;
    first.services.answer(generationCalls.listTakenDownFiles, () => {
      asked += 1;
      throw new LuitError('unavailable', 'Not now');
    });
    await eventually(async () => {
      expect(await statuses(link())).toEqual([200, 200]);
      expect(asked).toBeGreaterThanOrEqual(2);
    });
    const other = new FileLinksService(first.config).linkOf(first.user.id, files()[1]!);
    expect(await statuses(other)).toEqual([503, 503]);
  });

  it.each(['push', 'broadcast'] as const)('a cached view is replaced although only the %s arrives', async (kind) => {
    const views = () =>
      Promise.all(
        urls().map(async (url) => {
          const { body } = await request(url).get(`/api/requests/${record.id}`).set(first.bearer()).expect(200);
          const { outputUrl, takedown } = (body as { request: RequestView }).request;
          return [outputUrl === null, takedown?.reason ?? null];
        }),
      );
    const visible = [false, null];
    const hidden = [true, 'Order 12 of 2026'];
    expect(await views()).toEqual([visible, visible]);
    isTakenDown = true;
    const { sequence } = shown();
    if (kind === 'push') await first.push(generationPushes.requestUpdated, { request: shown() });
    else {
      const change = { requestId: record.id, sequence, keys: files() };
      await first.broadcasts.publish(generationBroadcasts.takedownChanged, change);
    }
    await eventually(async () => expect(await views()).toEqual([hidden, hidden]));
  });
});
