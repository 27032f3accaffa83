import type { WebhookDelivery } from '@luit/contracts/auth/webhooks';
import type { Video } from '@luit/contracts/http/videos';
import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { newCreator } from './smoke-test';
import { until } from './until';
import { WebhookReceiver } from './webhook-receiver';

const EVENTS = ['video.queued', 'video.in_progress', 'video.completed', 'video.failed'];

interface Message {
  type: string;
  timestamp: string;
  data: Video;
}

/** Receives the webhooks of a whole stack, and verifies them with the unmodified package `standardwebhooks`. */
export function describeWebhooks(stack: () => ThrowawayStack): void {
  it('a program learns of its videos by signed webhooks, also after its endpoint was down', async () => {
    const addresses = stack().running.stack;
    const creator = await newCreator(addresses);
    await creator.buyPack('starter');
    const receiver = await WebhookReceiver.create(addresses.sandbox, 'program', creator, EVENTS);
    const { endpointId: id, secret } = receiver;
    const verified = async () =>
      (await receiver.received()).map(({ body, headers }) => {
        return new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
      });
    const ofType = (type: string) =>
      until(`the event ${type}`, async () => (await verified()).find((message) => message.type === type));

    const deliveries = async () =>
      (await creator.get<{ deliveries: WebhookDelivery[] }>(`/api/webhook-endpoints/${id}/deliveries`)).deliveries;
    await creator.post(`/api/webhook-endpoints/${id}/test`, {});
    expect((await ofType('webhook.test')).data).toEqual({ endpoint_id: id });

    await receiver.behave({ status: 503, body: 'down' });
    const requestId = await creator.generate('A boat on the river at dawn');
    await until('the first attempt to fail', async () =>
      (await deliveries()).some(({ lastAttempt }) => lastAttempt?.response === 'down') ? true : undefined,
    );
    await receiver.behave({});
    expect((await ofType('video.queued')).data).toMatchObject({ id: requestId, object: 'video', status: 'queued' });
    const { data } = await ofType('video.completed');
    expect(data).toMatchObject({ id: requestId, status: 'completed', progress: 100, luit: { money: 'captured' } });
    expect((await ofType('video.in_progress')).data.status).toBe('in_progress');
    await until('every delivery', async () =>
      (await deliveries()).every(({ state }) => state === 'delivered') ? true : undefined,
    );
    const ids = (await receiver.received()).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe((await deliveries()).length);

    const folder = path.join(stack().luitDir, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
    expect(logs.join('')).toContain('Webhook delivered');
    expect(logs.filter((text) => text.includes(secret) || text.includes('A boat on the river'))).toEqual([]);
  }, 120_000);
}
