import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.LUIT_WEBHOOK_SECRET ?? '');
/** In production, a table with a unique column. */
const received = new Set<string | undefined>();

interface Message {
  type: string;
  data: { id: string; status: string };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The signature covers these bytes, so verify them before you parse them.
  const body = await text(request);
  const headers = request.headers as Record<string, string>;
  let message: Message;
  try {
    message = webhook.verify(body, headers) as Message;
  } catch {
    response.writeHead(400).end();
    return;
  }
  // Store the message, respond, and only then do what takes long.
  const isNew = !received.has(headers['webhook-id']);
  received.add(headers['webhook-id']);
  response.writeHead(204).end();
  if (isNew) console.log(message.type, message.data.id);
}

const port = Number(process.env.PORT ?? 3000);
createServer((request, response) => void receive(request, response)).listen(
  port,
);
