import type { IncomingMessage } from 'node:http';
import type { Bucket, StoredObject } from './bucket';
import { S3Error } from './errors';
import { xmlDocument, type XmlTree } from './xml';

export interface S3Request {
  message: IncomingMessage;
  url: URL;
  body: Buffer;
  /** Empty for the bucket itself. */
  key: string;
}

export interface S3Response {
  status: number;
  headers: Record<string, string | number>;
  body?: string | Buffer;
}

const MAX_KEYS = 1_000;

/** @throws S3Error */
export function respond(request: S3Request, bucket: Bucket, name: string): S3Response {
  const { key, url, body } = request;
  const { method } = request.message;
  const uploadId = url.searchParams.get('uploadId');
  const contentType = request.message.headers['content-type'] ?? 'application/octet-stream';
  if (key === '') {
    if (method === 'HEAD') return empty(200);
    if (method === 'GET' && url.searchParams.has('uploads')) return listUploads(url, bucket, name);
    if (method === 'GET') return listObjects(url, bucket, name);
    if (method === 'POST' && url.searchParams.has('delete')) return removeAll(String(body), bucket);
  } else if (method === 'GET' || method === 'HEAD') return read(request, bucket);
  else if (method === 'PUT' && uploadId) {
    return empty(200, { etag: bucket.putPart(key, uploadId, Number(url.searchParams.get('partNumber')), body) });
  } else if (method === 'PUT') return empty(200, { etag: bucket.put(key, body, contentType).etag });
  else if (method === 'DELETE' && uploadId) {
    bucket.abort(key, uploadId);
    return empty(204);
  } else if (method === 'DELETE') {
    bucket.remove(key);
    return empty(204);
  } else if (method === 'POST' && url.searchParams.has('uploads')) {
    const started = bucket.startUpload(key, contentType);
    return xml('InitiateMultipartUploadResult', { Bucket: name, Key: key, UploadId: started.uploadId });
  } else if (method === 'POST' && uploadId) {
    const { etag } = bucket.complete(key, uploadId, partsOf(String(body)));
    return xml('CompleteMultipartUploadResult', { Bucket: name, Key: key, ETag: etag });
  }
  throw new S3Error(501, 'NotImplemented', `The sandbox does not implement ${method}.`);
}

function read({ message, key }: S3Request, bucket: Bucket): S3Response {
  const { content, contentType, etag, modifiedAt } = bucket.get(key);
  const headers = {
    'content-type': contentType,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    etag,
  };
  const range = /^bytes=(\d+)-(\d*)$/.exec(message.headers.range ?? '');
  if (!range) return { status: 200, headers: { ...headers, 'content-length': content.length }, body: content };
  const start = Number(range[1]);
  const end = Math.min(range[2] ? Number(range[2]) : content.length - 1, content.length - 1);
  if (start > end) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  const body = content.subarray(start, end + 1);
  const rangeHeaders = { 'content-range': `bytes ${start}-${end}/${content.length}`, 'content-length': body.length };
  return { status: 206, headers: { ...headers, ...rangeHeaders }, body };
}

function listObjects({ searchParams }: URL, bucket: Bucket, name: string): S3Response {
  const prefix = searchParams.get('prefix') ?? '';
  const after = searchParams.get('continuation-token') ?? searchParams.get('start-after') ?? '';
  const limit = Math.min(Number(searchParams.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const isDirect = ({ key }: StoredObject) => !searchParams.has('delimiter') || !key.slice(prefix.length).includes('/');
  const all = bucket.list(prefix);
  const found = all.filter((object) => isDirect(object) && object.key > after);
  const folders = all
    .filter((object) => !isDirect(object))
    .map(({ key }) => key.slice(0, key.indexOf('/', prefix.length) + 1));
  const page = found.slice(0, limit);
  const isTruncated = found.length > limit;
  return xml('ListBucketResult', {
    Name: name,
    Prefix: prefix,
    KeyCount: page.length,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? page.at(-1)?.key : undefined,
    Contents: page.map(({ key, modifiedAt, etag, content }) => ({
      Key: key,
      LastModified: modifiedAt.toISOString(),
      ETag: etag,
      Size: content.length,
    })),
    CommonPrefixes: after ? [] : [...new Set(folders)].map((folder) => ({ Prefix: folder })),
  });
}

function removeAll(body: string, bucket: Bucket): S3Response {
  const keys = [...body.matchAll(/<Key>(.*?)<\/Key>/gs)].map(([, key = '']) => key);
  for (const key of keys) bucket.remove(key);
  return xml('DeleteResult', { Deleted: keys.map((key) => ({ Key: key })) });
}

function listUploads({ searchParams }: URL, bucket: Bucket, name: string): S3Response {
  const uploads = bucket.listUploads(searchParams.get('prefix') ?? '');
  return xml('ListMultipartUploadsResult', {
    Bucket: name,
    IsTruncated: false,
    Upload: uploads.map(({ key, uploadId, initiatedAt }) => ({
      Key: key,
      UploadId: uploadId,
      Initiated: initiatedAt.toISOString(),
    })),
  });
}

function partsOf(body: string): { number: number; etag: string }[] {
  return [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
}

function empty(status: number, headers: Record<string, string> = {}): S3Response {
  return { status, headers };
}

function xml(name: string, tree: XmlTree): S3Response {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: xmlDocument(name, tree) };
}
