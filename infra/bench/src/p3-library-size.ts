import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { p50, paired } from './paired';
import { pairRow, type Row } from './report';
import { sharedColumns } from './request-copies';
import type { SeededStack } from './seeded-stack';

const CALLS = 40;
const ROUNDS = 5;
const PAGE = 24;
const LARGE = 10_000;
/** About as many have a kite in their prompt, are favorites and have a share link, in a library of any size. */
const MARKED = 10;

type Query = Omit<RequestOf<typeof generationCalls.listRequests>, 'userId' | 'limit'>;

interface Library {
  userId: string;
  /** A request in the middle of its list. */
  middle: string;
}

/** Compares the library of an account with 10,000 requests with one that has a page of them, in the same store. */
export async function compareLibraries({ stack, calls }: SeededStack): Promise<Row[]> {
  const database = new Client({ connectionString: stack.postgres });
  await database.connect();
  try {
    // Without triggers, which count jobs.
    await database.query('SET session_replication_role = replica');
    const [large, small] = [await seedLibrary(database, LARGE), await seedLibrary(database, PAGE)];
    await database.query('VACUUM ANALYZE generation.requests, generation.favorites, generation.share_links');
    const list = ({ userId }: Library, query: Query) =>
      p50(CALLS, () => calls.call(generationCalls.listRequests, { userId, limit: PAGE, ...query }));
    const screens: [string, (library: Library) => Query][] = [
      ['first page', () => ({})],
      ['the page in the middle', ({ middle }) => ({ cursor: middle })],
      ['a word of most prompts', () => ({ q: 'boat' })],
      ['a word of ten prompts', () => ({ q: 'kite' })],
      ['favorites', () => ({ favorite: true })],
      ['shared', () => ({ shared: true })],
    ];
    const rows: Row[] = [];
    for (const [name, query] of screens) {
      const pair = await paired(
        () => list(large, query(large)),
        () => list(small, query(small)),
        ROUNDS,
      );
      rows.push(pairRow('P3', `library of 10,000 ÷ of 24: ${name}`, pair, 'ms', { atMost: 1.5 }));
    }
    return rows;
  } finally {
    await database.end();
  }
}

/** Copies a finished request. */
async function seedLibrary(database: Client, requests: number): Promise<Library> {
  const userId = randomUUID();
  const same = await sharedColumns(database, ['user_id', 'prompt']);
  await database.query(
    `INSERT INTO generation.requests (client_ref, user_id, prompt, ${same})
     SELECT gen_random_uuid()::text, $1, CASE i % $3 WHEN 0 THEN 'A kite' ELSE 'A boat' END || ' at dawn, take ' || i, ${same}
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
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM generation.requests WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1',
    [userId, Math.floor(requests / 2)],
  );
  const [middle] = rows;
  if (!middle) throw new Error('There is no finished request to copy');
  return { userId, middle: middle.id };
}
