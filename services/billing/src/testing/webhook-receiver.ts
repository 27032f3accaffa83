import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CallClient } from '@luit/platform/calls/call-client';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface WebhookReceiver {
  url: string;
  /** Response statuses, in order. */
  statuses: number[];
  close(): Promise<void>;
}

/** Stands in for the gateway: passes the raw body and both headers of a webhook to billing. */
export async function startWebhookReceiver(calls: CallClient): Promise<WebhookReceiver> {
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void deliver(calls, request).then((status) => {
      statuses.push(status);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    statuses,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function deliver(calls: CallClient, request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    await calls.call(billingCalls.receiveWebhook, {
      rawBody: Buffer.concat(chunks).toString('base64'),
      signature: String(request.headers['x-razorpay-signature'] ?? ''),
      eventId: String(request.headers['x-razorpay-event-id'] ?? ''),
    });
    return 200;
  } catch (error) {
    return error instanceof LuitError ? error.status : 500;
  }
}
