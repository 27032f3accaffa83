import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXAMPLES } from './example-runner';

const PROBLEM = '{"code":"not_found","detail":"This video does not exist."}';

describe('shell examples of the developers’ page', () => {
  let server: Server;
  let folder: string;
  let isCutOff = false;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      if (!isCutOff) return void response.writeHead(404, { 'content-type': 'application/problem+json' }).end(PROBLEM);
      response.writeHead(200, { 'content-length': 1_000 }).write('the beginning');
      setTimeout(() => response.destroy(), 50);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'luit-examples-'));
    await writeFile(path.join(folder, 'photo.jpg'), 'a photo');
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => server.close());

  const run = async (name: string): Promise<string[]> => {
    const environment = {
      PATH: process.env.PATH,
      LUIT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ LUIT_API_KEY: 'luit_live_key', VIDEO_ID: 'v-1' },
    };
    const running = promisify(execFile)('sh', [path.join(EXAMPLES, name)], {
      cwd: folder,
      env: environment,
      timeout: 60_000,
    });
    await running.catch((error: unknown) => error);
    return (await readdir(folder)).filter((file) => file !== 'photo.jpg');
  };

  it('none leaves an error or half of an answer as a file', async () => {
    const scripts = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.sh'));
    expect(scripts.length).toBeGreaterThan(8);
    for (isCutOff of [false, true]) {
      for (const name of scripts) expect([name, isCutOff, await run(name)]).toEqual([name, isCutOff, []]);
    }
  });
});
