import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Bucket } from './bucket';
import { S3Error } from './errors';
import { respond, type S3Response } from './operations';
import { assertSigned, type S3Keys } from './signature';
import { xmlDocument } from './xml';

export interface RunningS3 {
  url: string;
  keys: S3Keys;
  bucket: string;
  /** Method and path of all requests so far, such as `GET /bucket/key`. */
  requests: string[];
  close(): Promise<void>;
}

export const s3SandboxKeys: S3Keys = { accessKeyId: 'sandbox', secretAccessKey: 's3_sandbox' };

/**
 * A stand-in for an S3 object store with one bucket in memory. It supports path-style addressing, signed requests, single and
 * multipart uploads, range requests, and HEAD, list and delete operations.
 */
export async function startS3(name = 'luit'): Promise<RunningS3> {
  const bucket = new Bucket();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void handle(request, response, name, bucket).finally(() => requests.push(`${request.method} ${request.url}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: s3SandboxKeys,
    bucket: name,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, name: string, bucket: Bucket): Promise<void> {
  try {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://s3');
    assertSigned(request, url, body, s3SandboxKeys);
    const [, requestedBucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    if (requestedBucket !== name) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    send(request, response, respond({ message: request, url, body, key: rest.join('/') }, bucket, name));
  } catch (error) {
    // The client has closed the connection.
    if (request.destroyed && !request.complete) return;
    const { status, code, message } =
      error instanceof S3Error ? error : new S3Error(500, 'InternalError', (error as Error).message);
    const headers = { 'content-type': 'application/xml' };
    send(request, response, { status, headers, body: xmlDocument('Error', { Code: code, Message: message }) });
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body = '' }: S3Response): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}
