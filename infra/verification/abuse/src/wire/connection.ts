import { connect, type Socket } from 'node:net';
import { type WireResponse, MAX_BODY_BYTES } from './response';

/** Opens a connection from a loopback address; undefined if it is refused. */
export function open(origin: string, from: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.once('connect', () => resolve(socket));
    // Either side may reset a connection during an attack; each attack checks how its connections end.
    socket.on('error', () => resolve(undefined));
  });
}

/** Sends raw bytes and reads until the server closes the connection, for at most `waitMs`. */
export async function sendBytes(origin: string, from: string, bytes: Buffer, waitMs: number): Promise<WireResponse> {
  const startedAt = performance.now();
  const socket = await open(origin, from);
  if (!socket) return { status: 0, headers: {}, body: '', ms: performance.now() - startedAt, failure: 'ECONNREFUSED' };
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    if (text.length < MAX_BODY_BYTES) text += chunk;
  });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.write(bytes);
  });
  socket.destroy();
  return { ...parse(text), ms: performance.now() - startedAt };
}

/** The number of responses on one connection. More responses than requests mean that a request was smuggled. */
export function countResponses({ body, status }: WireResponse): number {
  return (status === 0 ? 0 : 1) + (body.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0);
}

function parse(text: string): Omit<WireResponse, 'ms'> {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0);
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end < 0 ? undefined : end)
    .split('\r\n')
    .slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status, headers, body: end < 0 ? '' : text.slice(end + 4), ...(status === 0 && { failure: 'no response' }) };
}
