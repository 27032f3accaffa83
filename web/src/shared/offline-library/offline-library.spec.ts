// cspell:ignore ＤＡＷＮ
import type { RequestView } from '@luit/contracts/http/requests';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import type { LibraryPage } from '../requests/api/list-requests';
import { LIBRARY_KEY, requestKey } from '../requests/request-cache';
import type { OfflineLibrary } from '../offline/account';
import { filtered, libraryToKeep, withoutSignatures } from './offline-library';

const NOTHING_REMOVED = new Set<string>();
const finished = (id: string, changes: Partial<RequestView> = {}) => aRequest({ id, status: 'completed', ...changes });
const library = (...ids: string[]): OfflineLibrary => ({
  requests: ids.map((id) => finished(id)),
  favorites: [],
  shared: [],
});
const idsOf = (kept: OfflineLibrary | null) => kept?.requests.map(({ id }) => id);

function loaded({
  listed,
  nextCursor = null,
  opened = [],
}: {
  listed?: string[];
  nextCursor?: string | null;
  opened?: string[];
}) {
  const client = new QueryClient();
  const page: LibraryPage = {
    requests: (listed ?? []).map((id) => finished(id)),
    favorites: (listed ?? []).slice(0, 1),
    shared: [],
    nextCursor,
    loadedAt: 0,
  };
  if (listed) client.setQueryData([...LIBRARY_KEY, {}], page);
  for (const id of opened) client.setQueryData(requestKey(id), finished(id));
  return client;
}

describe('what is kept of the library', () => {
  it('is what was listed and what was opened, in this page or before, the newest first', () => {
    const client = loaded({ listed: ['r-8', 'r-7'], nextCursor: 'r-7', opened: ['r-3'] });
    const kept = libraryToKeep(client, library('r-5'), NOTHING_REMOVED);
    expect(idsOf(kept)).toEqual(['r-8', 'r-7', 'r-5', 'r-3']);
    expect(kept?.favorites).toEqual(['r-8']);
  });

  it('does not contain what the list would have and no longer has', () => {
    const client = loaded({ listed: ['r-8', 'r-6'], nextCursor: 'r-6', opened: ['r-7', 'r-9'] });
    expect(idsOf(libraryToKeep(client, library('r-7', 'r-2'), NOTHING_REMOVED))).toEqual(['r-9', 'r-8', 'r-6', 'r-2']);
    expect(idsOf(libraryToKeep(loaded({ listed: [] }), library('r-7'), NOTHING_REMOVED))).toEqual([]);
  });

  it('does not contain what was deleted on this page, or is not finished', () => {
    const client = loaded({ listed: ['r-8'], nextCursor: 'r-8' });
    client.setQueryData(requestKey('r-9'), finished('r-9', { status: 'processing' }));
    expect(idsOf(libraryToKeep(client, library('r-3', 'r-2'), new Set(['r-3'])))).toEqual(['r-8', 'r-2']);
  });

  it('stays as it was until something was loaded', () => {
    expect(libraryToKeep(loaded({}), null, NOTHING_REMOVED)).toBeNull();
    expect(idsOf(libraryToKeep(loaded({}), library('r-1'), NOTHING_REMOVED))).toEqual(['r-1']);
  });

  it('has links without signatures, and prompts as they are', () => {
    const link = '/api/files/u-1/r-1.mp4';
    const prompt = 'What is /api/files/? A river';
    const request = finished('r-1', { prompt, outputUrl: `${link}?signature=s`, videoUrl: `${link}?signature=s` });
    const { unsigned, files } = withoutSignatures({ ...library(), requests: [request] });
    expect(unsigned.requests).toMatchObject([{ prompt, outputUrl: link, videoUrl: link }]);
    expect(files.has(link)).toBe(true);
    expect(JSON.stringify(unsigned)).not.toContain('signature');
  });

  it('is filtered like the library', () => {
    const requests = [
      finished('r-2', { prompt: 'A Boat at dawn' }),
      finished('r-1', { prompt: 'नदी पर नाव', status: 'failed' }),
    ];
    const kept = { requests, favorites: ['r-1'], shared: ['r-2'] };
    const ids = (filter: Parameters<typeof filtered>[1]) => filtered(kept, filter)?.map(({ id }) => id);
    expect(ids({ q: 'dawn boat' })).toEqual(['r-2']);
    expect(ids({ q: 'ＤＡＷＮ bo\u0301at' })).toEqual(['r-2']);
    expect(ids({ q: 'न\u093cदी' })).toEqual(['r-1']);
    expect(ids({ q: 'नाव', favorite: 'true' })).toEqual(['r-1']);
    expect(ids({ status: 'completed', favorite: 'true' })).toEqual([]);
    expect(ids({ shared: 'true' })).toEqual(['r-2']);
    expect(ids({ type: 'restore' })).toEqual([]);
    expect(filtered(kept, { collection: 'c-1' })).toBeNull();
  });
});
