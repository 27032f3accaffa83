import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constantTimeEqual } from '../constant-time-equal';
import { S3Error } from './errors';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Checks a version 4 signature in the Authorization header. Presigned URLs and signed chunks are not supported.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 * @throws S3Error
 */
export function assertSigned(request: IncomingMessage, url: URL, body: Buffer, keys: S3Keys): void {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (!found) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = found;
  if (keyId !== keys.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId', 'The access key does not exist.');
  const claimed = headerOf(request, 'x-amz-content-sha256');
  if (claimed.startsWith('STREAMING-')) throw new S3Error(501, 'NotImplemented', 'Signed chunks are not supported.');
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not match its signed hash.');
  }
  const signed = names.split(';');
  if (!signed.includes('host')) throw new S3Error(403, 'AccessDenied', 'The host header must be signed.');
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...signed.map((name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    claimed,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headerOf(request, 'x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  if (!constantTimeEqual(signature, hmac(key, text).toString('hex'))) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match.');
  }
}

function canonicalQuery(url: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function headerOf(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? '');
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
