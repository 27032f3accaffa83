import { authBroadcasts } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { metrics } from '@luit/platform/metrics/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../test/gateway-test-app';
import { TestApiKeys } from '../../test/test-api-keys';
import { VideoStreamsService } from './video-streams.service';

/** An open stream and what arrived. */
class Client {
  text = '';
  isOver = false;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    void this.read();
  }

  static async open(url: string, headers: Record<string, string>): Promise<Client> {
    const abort = new AbortController();
    return new Client(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** `id event status progress` of each event. */
  get events(): string[] {
    return this.text.split('\n\n').flatMap((block) => {
      const [, id] = /^id: (.*)$/m.exec(block) ?? [];
      const [, event] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (data === undefined) return [];
      const { status, progress } = JSON.parse(data) as { status: string; progress: number };
      return [`${id} ${event} ${status} ${progress}`];
    });
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    try {
      const decoder = new TextDecoder();
      for await (const chunk of this.response.body ?? [])
        this.text += decoder.decode(chunk as Uint8Array, { stream: true });
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.text += String(error);
    }
    this.isOver = true;
  }
}

describe('GET /v1/videos/{id}/events', () => {
  let gateway: GatewayTestApp;
  let keys: TestApiKeys;
  let key: ReturnType<TestApiKeys['add']>;
  let record: RequestRecord;
  const clients: Client[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    keys = new TestApiKeys(gateway.services);
    gateway.services.answer(generationCalls.listPlans, () => ({
      ...{ plans: [], models: [], imageModels: [], restorePlans: [], retired: [], colorRestorationRefusal: null },
    }));
    gateway.services.answer(generationCalls.getRequest, ({ requestId, userId }) => {
      if (requestId !== record.id || userId !== record.userId) throw new LuitError('not_found', 'Request not found.');
      return record;
    });
  });
  beforeEach(() => {
    key = keys.add(gateway.user.id);
    record = recordOf(gateway.user.id, { jobStatus: 'pending', sequence: 1, apiKeyId: key.id });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => gateway.close());

  const open = async (headers: Record<string, string> = key.headers, id = record.id): Promise<Client> => {
    const client = await Client.open(`${gateway.url}/v1/videos/${id}/events`, headers);
    clients.push(client);
    return client;
  };
  const change = async (changes: Partial<RequestRecord>): Promise<void> => {
    record = { ...record, ...changes };
    await gateway.push(generationPushes.requestUpdated, { request: record });
  };
  const running = { jobStatus: 'running', progress: 50, sequence: 2 } as const;
  const finished = {
    ...({ jobStatus: 'succeeded', status: 'completed', progress: 100, sequence: 3 } as const),
    completedAt: '2026-11-01T00:01:00.000Z',
  } as const;
  const seen = (client: Client, events: string[]) => eventually(() => expect(client.events).toEqual(events));

  it('streaming: the states of a video arrive as they change, and the stream ends with the final one', async () => {
    const client = await open();
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(client.response.headers.get('luit-version')).toBe('2026-11-28');
    await seen(client, ['1 video.queued queued 0']);
    await change(running);
    await seen(client, ['1 video.queued queued 0', '2 video.in_progress in_progress 50']);
    await change(finished);
    await seen(client, [
      '1 video.queued queued 0',
      '2 video.in_progress in_progress 50',
      '3 video.completed completed 100',
    ]);
    await eventually(() => expect(client.isOver).toBe(true));
    // The alert about slow responses would count the length of a stream.
    const durations = await metrics.getSingleMetricAsString('luit_http_duration_seconds');
    expect(durations).not.toContain('route="/v1/videos/:id/events",method="GET",status="200"');
  });

  it('streaming: Last-Event-ID leaves out what the client has, and the final state is answered with 204', async () => {
    record = { ...record, ...running };
    const client = await open({ ...key.headers, 'last-event-id': '2' });
    await change(finished);
    await seen(client, ['3 video.completed completed 100']);
    const behind = await open({ ...key.headers, 'last-event-id': '1' });
    await seen(behind, ['3 video.completed completed 100']);
    expect((await open({ ...key.headers, 'last-event-id': '3' })).response.status).toBe(204);
    await seen(await open({ ...key.headers, 'last-event-id': 'x' }), ['3 video.completed completed 100']);
  });

  it('an old or repeated push is not sent again, and a canceled video says so', async () => {
    record = { ...record, ...running };
    const client = await open();
    await seen(client, ['2 video.in_progress in_progress 50']);
    await gateway.push(generationPushes.requestUpdated, { request: { ...record, sequence: 1 } });
    await change({ canceled: true, jobStatus: 'canceled', sequence: 3, completedAt: finished.completedAt });
    await seen(client, ['2 video.in_progress in_progress 50', '3 video.canceled failed 50']);
  });

  it('another account, and an unknown video, are answered with 404', async () => {
    const { user } = gateway;
    expect((await open(keys.add(recordOf(user.id).id).headers)).response.status).toBe(404);
    expect((await open(key.headers, recordOf(user.id).id)).response.status).toBe(404);
    expect((await open(key.headers, 'none')).response.status).toBe(404);
  });

  it('a revoked key ends its streams, at once by the broadcast, and at the next beat without it', async () => {
    const [client, other] = [await open(), await open(keys.add(gateway.user.id).headers)];
    await seen(client, ['1 video.queued queued 0']);
    keys.revoke(key.key);
    await gateway.broadcasts.publish(authBroadcasts.apiKeysChanged, { keyIds: [key.id] });
    await eventually(() => expect(client.isOver).toBe(true));
    expect((await open()).response.status).toBe(401);
    expect(other.isOver).toBe(false);

    const lost = keys.add(gateway.user.id);
    const unaware = await open(lost.headers);
    keys.revoke(lost.key);
    await eventually(() => {
      gateway.running.app.get(VideoStreamsService).beat();
      expect(unaware.isOver).toBe(true);
    });
    expect(unaware.text).toContain('\n\n:\n\n');
    expect(other.isOver).toBe(false);
  });

  it('limits: a key has at most 50 open streams, and closed ones make room', async () => {
    for (let i = 0; i < 50; i += 1) expect((await open()).response.status).toBe(200);
    const { response } = await open();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await open(keys.add(gateway.user.id).headers)).response.status).toBe(200);
    clients[0]!.close();
    await eventually(async () => expect((await open()).response.status).toBe(200));
  });
});
