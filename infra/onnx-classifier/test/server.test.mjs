import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ClassifierServer } from '../src/classifier-server.mjs';
import { readSettings } from '../src/settings.mjs';
import { ClassifierProcess, KEY, plainImage } from './classifier-process.mjs';
import { colorModel, MAGENTA_IS_VIOLENT } from './color-models.mjs';

const ENVIRONMENT = { MODEL: import.meta.filename, LABELS: '["violence"]', ACTIVATION: 'sigmoid', PORT: '0', KEY };
const BODY = JSON.stringify({ images: ['AAAA'] });

/**
 * Sends the headers of a request. The server counts the request before it asks for the body.
 *
 * @param {string} url
 */
async function openRequest(url) {
  const request = httpRequest(`${url}/classify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, expect: '100-continue' },
  });
  request.flushHeaders();
  await once(request, 'continue');
  return request;
}

/** @param {import('node:http').ClientRequest} request */
async function answerOf(request) {
  /** @type {import('node:http').IncomingMessage[]} */
  const [response] = await once(request, 'response');
  response?.resume();
  return { status: response?.statusCode, headers: response?.headers ?? {} };
}

describe('the server of the classifier', () => {
  /** @type {{ image: Buffer; answer: (scores: Record<string, number>) => void }[]} */
  let calls = [];
  /** @type {(() => void)[]} */
  let watchers = [];
  /** @type {{ msg: string; status?: number }[]} */
  let lines = [];
  /** Ends the time of the last request. */
  let expire = () => {};
  const timers = { setTimeout: (/** @type {() => void} */ run) => (expire = run), clearTimeout: () => {} };
  /** @type {ClassifierServer} */
  let server;
  let url = '';
  const model = {
    classify: (/** @type {Buffer} */ image) =>
      new Promise((/** @type {(scores: Record<string, number>) => void} */ answer) => {
        calls.push({ image, answer });
        for (const check of watchers) check();
      }),
  };

  /** @param {() => unknown} condition @returns {Promise<void>} */
  const until = (condition) =>
    new Promise((resolve) => {
      const check = () => {
        if (condition()) resolve();
      };
      watchers.push(check);
      check();
    });

  beforeEach(async () => {
    calls = [];
    lines = [];
    watchers = [];
    const { server: settings } = readSettings({
      ...ENVIRONMENT,
      MAX_REQUESTS: '2',
      CONCURRENCY: '1',
    });
    server = new ClassifierServer(
      settings,
      (_, msg, fields) => {
        lines.push({ msg, ...fields });
        for (const check of watchers) check();
      },
      timers,
    );
    url = `http://127.0.0.1:${await server.listen()}`;
  });
  afterEach(() => {
    for (const { answer } of calls) answer({});
    server.server.closeAllConnections();
    return server.close();
  });

  const post = (/** @type {RequestInit} */ init = {}) =>
    fetch(`${url}/classify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      body: BODY,
      ...init,
    });
  const health = async (/** @type {string} */ name) => (await fetch(`${url}/health/${name}`)).status;

  it('is alive at once, and ready with a model', async () => {
    assert.deepEqual([await health('live'), await health('ready')], [200, 503]);
    const early = await post();
    assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1']);
    server.serve(model);
    assert.deepEqual([await health('live'), await health('ready')], [200, 200]);
  });

  it('more requests than MAX_REQUESTS are turned away with 503 and Retry-After, also while bodies arrive', async () => {
    server.serve(model);
    const waiting = [await openRequest(url), await openRequest(url)];
    const third = await post();
    assert.deepEqual([third.status, third.headers.get('retry-after')], [503, '1']);
    for (const request of waiting) {
      const answer = answerOf(request);
      request.end('{"text": "a"}');
      assert.equal((await answer).status, 200);
    }
    assert.equal((await post({ body: '{"text": "a"}' })).status, 200);
  });

  it('images wait for a slot in their order', async () => {
    server.serve(model);
    const images = ['MQ==', 'Mg==', 'Mw=='];
    const response = post({ body: JSON.stringify({ images }) });
    for (const [i, score] of [0.25, 0.75, 0.5].entries()) {
      await until(() => calls.length > i);
      assert.equal(calls.length, i + 1);
      assert.equal(calls[i]?.image.toString(), String(i + 1));
      calls[i]?.answer({ violence: score });
    }
    assert.deepEqual(await (await response).json(), { scores: { violence: 0.75 } });
  });

  const TWO_IMAGES = JSON.stringify({ images: ['MQ==', 'Mg=='] });

  /** The next image that the model gets, after the first one, is that of a later request. */
  async function assertSecondImageIsForgotten() {
    calls[0]?.answer({});
    const later = post({ body: JSON.stringify({ images: ['Mw=='] }) });
    await until(() => calls.length > 1);
    assert.equal(calls[1]?.image.toString(), '3');
    calls[1]?.answer({ violence: 0.5 });
    assert.deepEqual(await (await later).json(), { scores: { violence: 0.5 } });
  }

  it('after DEADLINE_MS a request gets 503, and its images leave the queue', async () => {
    server.serve(model);
    const response = post({ body: TWO_IMAGES });
    await until(() => calls.length > 0);
    expire();
    const { status, headers } = await response;
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    await assertSecondImageIsForgotten();
  });

  it('a body that does not arrive within DEADLINE_MS gets 408', async () => {
    server.serve(model);
    const request = await openRequest(url);
    const answer = answerOf(request);
    expire();
    assert.equal((await answer).status, 408);
    request.destroy();
  });

  it('images of a client that has closed the connection leave the queue', async () => {
    server.serve(model);
    const leaving = new AbortController();
    const response = post({ body: TWO_IMAGES, signal: leaving.signal });
    await until(() => calls.length > 0);
    leaving.abort();
    await assert.rejects(response);
    await until(() => lines.some(({ status }) => status === 499));
    await assertSecondImageIsForgotten();
  });

  it('a client that leaves while it sends its body is no error of the server, and frees its place', async () => {
    server.serve(model);
    const leaving = [await openRequest(url), await openRequest(url)];
    for (const request of leaving) {
      request.on('error', () => undefined);
      request.write('{"images": ["');
      request.destroy();
    }
    await until(() => lines.length === 2);
    assert.deepEqual(
      lines.map(({ status }) => status),
      [499, 499],
    );
    assert.equal((await post({ body: '{"text": "a"}' })).status, 200);
  });
});

describe('the end of the program', () => {
  it('SIGTERM answers what is in flight, and the program exits with 0', async () => {
    const classifier = await ClassifierProcess.start(colorModel(MAGENTA_IS_VIOLENT));
    const request = await openRequest(classifier.url);
    classifier.process.kill('SIGTERM');
    await classifier.line('Draining');
    await assert.rejects(fetch(`${classifier.url}/health/live`));
    const answer = answerOf(request);
    request.end(JSON.stringify({ images: [(await plainImage('#f0f')).toString('base64')] }));
    const { status, headers } = await answer;
    assert.deepEqual([status, headers.connection], [200, 'close']);
    assert.equal(await classifier.exited, 0);
  });
});
