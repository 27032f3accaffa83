import { manyKeys } from '../floods/bodies';
import { each, type Family, type HostileInput, MARKUP } from './input';

const uuid = '00000000-0000-4000-8000-000000000000';
const deep = (): unknown => JSON.parse('{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000));

/** Unexpected bodies of frames. 204 stands for no response, 403 for a disconnect. */
const BODIES: Record<string, unknown[]> = {
  nothing: [],
  null: [null],
  'a number': [1],
  text: ['x'.repeat(10_000)],
  'a list': [[1, 2, 3]],
  'many arguments': Array.from({ length: 200 }, () => 1),
  'a prototype': [JSON.parse('{"__proto__":{"token":"x"},"since":{"__proto__":1}}')],
  'deep nesting': [deep()],
  '4,000 keys': [JSON.parse(manyKeys(4_000))],
  bytes: [Buffer.alloc(30_000)],
  'numbers for tokens': [{ token: 1, claim: [], since: 1, topics: 'jobs' }],
  'a long token': [{ token: 'a.'.repeat(20_000) }],
  'sequences of nonsense': [{ since: { [uuid]: 1e308, x: -1, '': null } }],
  'topics of nonsense': [{ topics: ['jobs', 'nothing', {}, MARKUP] }],
  'over the limit': ['x'.repeat(100_000)],
};

const EVENTS = ['sync', 'auth', 'subscribe'];
const RESERVED = ['no-such-event', '__proto__', 'constructor', 'message', ''];

export const FRAME_SHAPES: Family = {
  name: 'socket frames',
  inputs: () => [
    ...EVENTS.flatMap((event) =>
      each(BODIES, (name, args): HostileInput => ({
        name: `${event} with ${name}`,
        event,
        args,
        as: event === 'subscribe' ? 'operator' : 'user',
        status: [200, 204, 400, 403],
        withinMs: 4_000,
      })),
    ),
    ...RESERVED.map((event): HostileInput => ({
      name: `an event called ${event || 'nothing'}`,
      event,
      args: [{}],
      as: 'user',
      status: [204, 400, 403],
    })),
  ],
};
