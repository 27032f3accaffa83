import { beforeEach, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { FakeUploads } from '../../../testing/fake-uploads';
import { type Interruption, uploadResumable } from './resumable-upload';

const photo = new File([new Uint8Array(100_000)], 'boat.png', { type: 'image/png', lastModified: 1 });

beforeEach(() => sessionStorage.clear());

function start(uploads = new FakeUploads(), routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ ...uploads.routes, ...routes });
  const controller = new AbortController();
  const progress: [number, Interruption | null][] = [];
  const waits: number[] = [];
  const run = () =>
    uploadResumable(new ApiClient(server.fetch), photo, {
      signal: controller.signal,
      onProgress: (bytes, interruption) => progress.push([bytes, interruption]),
      wait: (ms) => Promise.resolve(void waits.push(ms)),
    });
  const sent = () =>
    server.calls
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers, body }) => [Number(headers.get('upload-offset')), (body as Blob).size]);
  return { ...server, uploads, run, controller, progress, waits, sent };
}

it('an image is sent in parts without gaps, and its link is returned', async () => {
  const { run, sent, progress, uploads } = start();
  expect(await run()).toBe('/api/files/1');
  const parts = sent();
  expect(parts.length).toBeGreaterThan(1);
  let expected = 0;
  for (const [offset = 0, bytes = 0] of parts) {
    expect(offset).toBe(expected);
    expected += bytes;
  }
  expect(uploads.offset).toBe(photo.size);
  expect(progress.at(-1)).toEqual([photo.size, null]);
});

it('a lost connection is reported, and the upload continues at the offset of the server', async () => {
  const uploads = new FakeUploads();
  let isLost = true;
  const { run, sent, progress, callsTo } = start(uploads, {
    'PATCH /api/uploads/resumable/u1': (call) => {
      if (Number(call.headers.get('upload-offset')) === 0 || !isLost) {
        return uploads.routes['PATCH /api/uploads/resumable/u1']!(call);
      }
      isLost = false;
      // Half of the part arrived before the connection was lost.
      uploads.offset += (call.body as Blob).size / 2;
      throw new TypeError('Failed to fetch');
    },
  });
  expect(await run()).toBe('/api/files/1');
  expect(progress.map(([, interruption]) => interruption)).toContain('offline');
  expect(callsTo('/api/uploads/resumable')).toHaveLength(1);
  const [, lost, resumed] = sent();
  expect(resumed?.[0]).toBe((lost?.[0] ?? 0) + (lost?.[1] ?? 0) / 2);
});

it('an upload continues after a reload, and a finished one is not sent again', async () => {
  const uploads = new FakeUploads();
  const first = start(uploads);
  first.uploads.failures = [errorResponse(507, 'storage_full', 'The storage is full.')];
  await expect(first.run()).rejects.toMatchObject({ status: 507 });
  uploads.offset = 40_000;
  const second = start(uploads);
  await second.run();
  expect(second.sent()[0]?.[0]).toBe(40_000);
  expect(second.callsTo('/api/uploads/resumable')).toHaveLength(0);
  const third = start(uploads);
  expect(await third.run()).toBe('/api/files/1');
  expect(third.sent()).toEqual([]);
});

it('a quota that has no room for hours is told at once', async () => {
  const full = () => errorResponse(429, 'too_many_requests', 'Use one of them', { 'retry-after': '5000' });
  const { run, waits } = start(new FakeUploads(), { 'POST /api/uploads/resumable': full });
  await expect(run()).rejects.toMatchObject({ status: 429, message: 'Use one of them' });
  expect(waits).toEqual([]);
});

it('an upload that the server no longer has starts again', async () => {
  await start().run();
  let isGone = true;
  const uploads = new FakeUploads();
  const { run, callsTo } = start(uploads, {
    'HEAD /api/uploads/resumable/u1': () => {
      if (!isGone) return uploads.routes['HEAD /api/uploads/resumable/u1']!();
      isGone = false;
      return new Response(null, { status: 404 });
    },
  });
  expect(await run()).toBe('/api/files/1');
  expect(callsTo('/api/uploads/resumable')).toHaveLength(1);
});

it('a busy server is tried again after the time it names', async () => {
  const uploads = new FakeUploads();
  uploads.failures = [new Response(null, { status: 429, headers: { 'retry-after': '7' } })];
  const { run, waits, progress } = start(uploads);
  await run();
  expect(waits).toEqual([7_000]);
  expect(progress).toContainEqual([0, 'busy']);
});

it('a rejected image fails with the reason, and the next attempt is a new upload', async () => {
  const uploads = new FakeUploads();
  uploads.rejection = errorResponse(415, 'unsupported_media_type', 'Please choose a still image.');
  const first = start(uploads);
  await expect(first.run()).rejects.toThrow('Please choose a still image.');
  uploads.rejection = null;
  const second = start(uploads);
  await second.run();
  expect(second.callsTo('/api/uploads/resumable')).toHaveLength(1);
});

it('a canceled upload stops', async () => {
  const { run, controller, callsTo } = start(new FakeUploads(), {
    'POST /api/uploads/resumable': () => {
      controller.abort();
      return jsonResponse({ upload_id: 'u1' }, { status: 201 });
    },
    'HEAD /api/uploads/resumable/u1': () => {
      throw new DOMException('Aborted', 'AbortError');
    },
  });
  await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
  expect(callsTo('/api/uploads/resumable/u1')).toHaveLength(1);
});
