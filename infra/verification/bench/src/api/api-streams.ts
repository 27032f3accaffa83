import type { RunningStack } from '@luit/local/running-stack';
import { Agent, get, type IncomingMessage } from 'node:http';
import { quantile } from '../paired';
import { formatNumber, type Row } from '../report';
import { pidOf, residentMegabytes, withStack } from '../stack-bench';
import { bearer, newPrograms } from './programs';

const ACCOUNTS = 2;
/** A key has at most 50 streams, and an account at most 50 keys. */
const KEYS_PER_ACCOUNT = 50;
const STREAMS_PER_KEY = 50;
const STREAMS = ACCOUNTS * KEYS_PER_ACCOUNT * STREAMS_PER_KEY;
/** The gateway accepts 2,000 sockets of one address. */
const ADDRESSES = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
const OPENED_AT_ONCE = 100;
/** Longer than it takes to open all streams. */
const VIDEO = 'A ferry at dawn [slow:60]';

interface OpenStream {
  /** Resolves with the time of the completed state, milliseconds since the epoch. @throws Error if the stream ends without it */
  completed: Promise<number>;
}

/** 5,000 open event streams on one gateway: what each costs in memory, and how long a completion takes to reach all of them. */
export async function benchApiStreams(): Promise<Row[]> {
  return withStack(async (running) => {
    const programs = await newPrograms(running, ACCOUNTS, 1, KEYS_PER_ACCOUNT);
    const videos = await Promise.all(programs.map(({ creator }) => creator.generate(VIDEO)));
    const keys = programs.flatMap((program, i) => program.keys.map((key) => ({ key, id: videos[i]! })));
    const gateway = pidOf(running, 'gateway');
    const before = await residentMegabytes(gateway);
    const streams = await openStreams(running, keys);
    const added = (await residentMegabytes(gateway)) - before;
    const arrivals = await Promise.all(streams.map(({ completed }) => completed));
    return rowsOf(added, arrivals);
  });
}

async function openStreams({ stack }: RunningStack, keys: { key: string; id: string }[]): Promise<OpenStream[]> {
  const agents = ADDRESSES.map((localAddress) => new Agent({ localAddress, maxSockets: Infinity }));
  const wanted = Array.from({ length: STREAMS_PER_KEY }, () => keys).flat();
  const streams: OpenStream[] = [];
  for (let first = 0; first < wanted.length; first += OPENED_AT_ONCE) {
    const opened = wanted.slice(first, first + OPENED_AT_ONCE).map(({ key, id }, i) => {
      const agent = agents[i % agents.length]!;
      return openStream(`${stack.api}/v1/videos/${id}/events`, key, agent);
    });
    streams.push(...(await Promise.all(opened)));
  }
  return streams;
}

function openStream(url: string, key: string, agent: Agent): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: bearer(key) }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} responded with ${response.statusCode}`));
      resolve({ completed: completionOf(response) });
    });
    request.once('error', reject);
  });
}

function completionOf(response: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('"status":"completed"')) resolve(Date.now());
    });
    response.once('error', reject);
    response.once('end', () => reject(new Error(`A stream ended without the completed video: ${text.slice(-200)}`)));
  });
}

function rowsOf(addedMegabytes: number, arrivals: number[]): Row[] {
  const kilobytes = (addedMegabytes * 1_024) / STREAMS;
  const first = Math.min(...arrivals);
  const spread = arrivals.map((time) => time - first);
  return [
    {
      id: 'API',
      metric: `memory per event stream, ${STREAMS} open on one gateway`,
      ours: `${formatNumber(kilobytes)} KiB`,
      baseline: '–',
      ratio: '–',
      target: 'reported',
      isMet: null,
    },
    {
      id: 'API',
      metric: `a completed video at ${STREAMS} streams after the first one, p99`,
      ours: `${formatNumber(quantile(spread, 0.99))} ms`,
      baseline: '–',
      ratio: '–',
      target: 'reported',
      isMet: null,
    },
  ];
}
