import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import type { CallClient } from '@luit/platform/calls/call-client';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { p50, paired } from './paired';
import { pairRow, type Row } from './report';
import { sharedColumns } from './request-copies';
import type { SeededStack } from './seeded-stack';

const CALLS = 40;
const ROUNDS = 5;
const PAGE = 24;
const USUAL = 240;
const LARGE = 10_000;
/** About as many have a kite in their prompt, are favorites, have a share link and are in a collection, in a library of any size. */
const MARKED = 10;

type Query = Omit<RequestOf<typeof generationCalls.listRequests>, 'userId' | 'limit'>;
type Screen = (calls: CallClient, library: Library) => Promise<unknown>;

interface Library {
  userId: string;
  /** A request in the middle of its list. */
  middle: string;
  collection: string;
}

const SCREENS: [string, Screen][] = [
  ['first page', listing(() => ({}))],
  ['the page in the middle', listing(({ middle }) => ({ cursor: middle }))],
  ['a word of most prompts', listing(() => ({ q: 'boat' }))],
  ['a word of ten prompts', listing(() => ({ q: 'kite' }))],
  ['finished videos', listing(() => ({ type: 'video', status: 'completed' }))],
  ['favorites', listing(() => ({ favorite: true }))],
  ['shared', listing(() => ({ shared: true }))],
  ['a collection', listing(({ collection }) => ({ collection }))],
  ['all collections', (calls, { userId }) => calls.call(generationCalls.listCollections, { userId })],
  ['the trash', (calls, { userId }) => calls.call(generationCalls.listTrash, { userId, limit: PAGE })],
  ['storage used', (calls, { userId }) => calls.call(generationCalls.getStorageUsage, { userId })],
  [
    'updates since the last visit',
    (calls, { userId }) => calls.call(generationCalls.syncRequests, { userId, since: {} }),
  ],
];

/** Screens with a cost proportional to the library, because they show one more item per request. */
const WHOLE = ['storage used', 'updates since the last visit'];

/** Compares a library of 240 requests in a large store with one in a small store. */
export async function compareLibraries(large: SeededStack, small: SeededStack): Promise<Row[]> {
  const [inLarge] = await seedLibraries(large, [USUAL]);
  const [inSmall] = await seedLibraries(small, [USUAL]);
  const rows: Row[] = [];
  for (const [name, screen] of SCREENS) {
    const pair = await paired(
      () => p50(CALLS, () => screen(large.calls, inLarge!)),
      () => p50(CALLS, () => screen(small.calls, inSmall!)),
      ROUNDS,
    );
    rows.push(pairRow('P3', `library of ${USUAL}: ${name}`, pair, 'ms', { atMost: 1.5 }));
  }
  return rows;
}

/** Compares the library of an account with 10,000 requests with one that has a page of them, in the same store. */
export async function compareLibrarySizes(stack: SeededStack): Promise<Row[]> {
  const [large, small] = await seedLibraries(stack, [LARGE, PAGE]);
  const rows: Row[] = [];
  for (const [name, screen] of SCREENS.filter(([name]) => !WHOLE.includes(name))) {
    const pair = await paired(
      () => p50(CALLS, () => screen(stack.calls, large!)),
      () => p50(CALLS, () => screen(stack.calls, small!)),
      ROUNDS,
    );
    rows.push(pairRow('P3', `library of 10,000 ÷ of 24: ${name}`, pair, 'ms', { atMost: 1.5 }));
  }
  return rows;
}

function listing(query: (library: Library) => Query): Screen {
  return (calls, library) =>
    calls.call(generationCalls.listRequests, { userId: library.userId, limit: PAGE, ...query(library) });
}

async function seedLibraries({ stack }: SeededStack, sizes: number[]): Promise<Library[]> {
  const database = new Client({ connectionString: stack.postgres });
  await database.connect();
  try {
    // Triggers are off, because they would count these jobs.
    await database.query('SET session_replication_role = replica');
    const libraries: Library[] = [];
    for (const size of sizes) libraries.push(await seedLibrary(database, size));
    await database.query(
      'VACUUM ANALYZE generation.requests, generation.favorites, generation.share_links, generation.collection_items',
    );
    return libraries;
  } finally {
    await database.end();
  }
}

/** Copies a finished request. Some of the copies are in the trash. */
async function seedLibrary(database: Client, requests: number): Promise<Library> {
  const [userId, collection] = [randomUUID(), randomUUID()];
  const same = await sharedColumns(database, ['user_id', 'prompt', 'erase_at']);
  await database.query(
    `INSERT INTO generation.requests (client_ref, user_id, prompt, erase_at, ${same})
     SELECT gen_random_uuid()::text, $1, CASE i % $3 WHEN 0 THEN 'A kite' ELSE 'A boat' END || ' at dawn, take ' || i,
            CASE i % $3 WHEN 1 THEN now() + interval '20 days' END, ${same}
       FROM (SELECT * FROM generation.requests WHERE state = 'succeeded' LIMIT 1) AS finished, generate_series(0, $2::int - 1) AS i`,
    [userId, requests, Math.floor(requests / MARKED)],
  );
  await database.query(
    `INSERT INTO generation.favorites (request_id, user_id)
     SELECT id, user_id FROM generation.requests WHERE user_id = $1 AND prompt LIKE 'A kite%'`,
    [userId],
  );
  await database.query(
    `INSERT INTO generation.share_links (token, request_id, user_id, shows_prompt, is_indexed)
     SELECT encode(uuid_send(request_id), 'hex'), request_id, user_id, false, false FROM generation.favorites WHERE user_id = $1`,
    [userId],
  );
  await database.query(`INSERT INTO generation.collections (id, user_id, name) VALUES ($1, $2, 'Kites')`, [
    collection,
    userId,
  ]);
  await database.query(
    `INSERT INTO generation.collection_items (collection_id, request_id)
     SELECT $1, request_id FROM generation.favorites WHERE user_id = $2`,
    [collection, userId],
  );
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM generation.requests WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1',
    [userId, Math.floor(requests / 2)],
  );
  const [middle] = rows;
  if (!middle) throw new Error('There is no finished request to copy');
  return { userId, middle: middle.id, collection };
}
