import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { MAX_OUTPUT_BYTES, MAX_OUTPUT_PART_BYTES } from '@luit/contracts/generation/runner-limits';
import { eventually } from '@luit/platform/testing/eventually';
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGateway } from '../gateway';
import { testConfig } from '@luit/platform/testing/services';
import { type GatewayTestApp, startGatewayTestApp } from '../test/gateway-test-app';

const TASK = {
  ...{ model: 'wan', route: null, type: 'video', prompt: 'a river', duration: 5, resolution: '480p', restore: null },
  clientRef: 'x',
} as const;
const KB = 1_024;

describe('the calls of runners', () => {
  let gateway: GatewayTestApp;
  let token: string;
  let tokenId: string;
  let instance: string;
  let ended: RequestOf<typeof generationCalls.recordRunnerResult>[];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  beforeEach(async () => {
    await gateway.reset();
    [token, tokenId, instance, ended] = [newApiKey('runner'), uuidv7(), `gpu-${randomUUID()}`, []];
    const { services } = gateway;
    const grant = { id: tokenId, instance, models: null };
    services.answer(generationCalls.findRunnerToken, () => ({ grant }));
    services.answer(generationCalls.recordRunners, () => ({ waiting: [] }));
    services.answer(generationCalls.claimRunnerJob, () => ({ job: null }));
    services.answer(generationCalls.renewRunnerLease, () => ({ cancel: false }));
    services.answer(generationCalls.recordRunnerResult, (result) => {
      ended.push(result);
      return { isRecorded: true };
    });
  });

  const bearer = () => ({ authorization: `Bearer ${token}` });
  const facts = () => ({ runner: randomUUID(), slots: 1, engines: ['comfyui'], version: '0.1.0', holding: [] });
  const claim = (body = facts()) => request(gateway.url).post('/runner/v1/claims').set(bearer()).send(body);
  const jobOf = (id = uuidv7()) => ({ id, lease: 1, leaseSeconds: 30, task: TASK, files: [] });
  const claims = () => gateway.services.received(generationCalls.claimRunnerJob);
  /** Waits until a claim was made in vain, after which the runner waits. */
  const isWaiting = (count = 1) => {
    let made = 0;
    return eventually(() => expect((made += claims().length)).toBeGreaterThanOrEqual(count));
  };
  const deliver = (job: object) =>
    gateway.services.answer(generationCalls.claimRunnerJob, () => ({ job: job as never }));
  const arrive = (jobs = 1) => gateway.push(generationPushes.runnerJobsWaiting, { instance, jobs });

  const digest = (part: Buffer) => `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
  const put = (id: string, offset: number, part: Buffer, size: number, headers: Record<string, string> = {}) =>
    request(gateway.url)
      .put(`/runner/v1/jobs/${id}/output?lease=1`)
      .set({
        ...bearer(),
        'Upload-Offset': String(offset),
        'Upload-Length': String(size),
        'Content-Digest': digest(part),
        ...headers,
      })
      .type('application/offset+octet-stream')
      .send(part);
  const offsetOf = async (id: string) => {
    const answer = await request(gateway.url).head(`/runner/v1/jobs/${id}/output?lease=1`).set(bearer()).expect(204);
    return Number(answer.headers['upload-offset']);
  };
  const finish = (id: string, file: Buffer) =>
    request(gateway.url)
      .post(`/runner/v1/jobs/${id}/result`)
      .set(bearer())
      .send({
        lease: 1,
        state: 'succeeded',
        output: { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') },
      });
  const stored = async (id: string) =>
    (await readdir(join(gateway.storageDir, 'runner-outputs')).catch(() => [])).filter((name) => name.startsWith(id));

  it('a claim waits for a push and gets the job', async () => {
    const answer = claim().then((response) => response);
    await isWaiting();
    const job = jobOf();
    deliver(job);
    await arrive();
    const { status, body, headers } = await answer;
    expect([status, body.job, headers['cache-control']]).toEqual([200, job, 'no-store']);
  });

  it('a push wakes as many runners as there are jobs', async () => {
    const runners = Array.from({ length: 4 }, () => claim().then((response) => response));
    await isWaiting(4);
    const jobs = [jobOf(), jobOf()];
    gateway.services.answer(generationCalls.claimRunnerJob, () => ({ job: jobs.shift() ?? null }) as never);
    await arrive(2);
    await eventually(() => expect(jobs).toEqual([]));
    gateway.services.answer(generationCalls.claimRunnerJob, () => ({ job: jobOf() }) as never);
    await arrive(2);
    const answers = await Promise.all(runners);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('an idle runner costs no calls until a push, and a second claim of a runner ends its first', async () => {
    const body = facts();
    const first = claim(body).then((response) => response);
    await isWaiting();
    const second = claim(body).then((response) => response);
    expect((await first).status).toBe(204);
    deliver(jobOf());
    await arrive();
    expect((await second).status).toBe(200);
  });

  it('hundreds of claims of one runner leave one that waits', async () => {
    const body = facts();
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const { port } = new URL(gateway.url);
    const statuses: number[] = [];
    const many = Array.from({ length: 300 }, async () => {
      const { status } = await request(`http://127.0.0.1:${port}`)
        .post('/runner/v1/claims')
        .agent(agent)
        .set(bearer())
        .send(body);
      statuses.push(status);
    });
    await eventually(() => expect(statuses).toHaveLength(299));
    expect(new Set(statuses)).toEqual(new Set([204]));
    deliver(jobOf());
    await arrive();
    await Promise.all(many);
    expect(statuses.at(-1)).toBe(200);
    agent.destroy();
  });

  it('lost pushes are made up for, and waiting runners are recorded', async () => {
    const body = facts();
    const answer = claim(body).then((response) => response);
    await isWaiting();
    deliver(jobOf());
    gateway.services.answer(generationCalls.recordRunners, () => ({ waiting: [{ instance, jobs: 1 }] }));
    expect((await answer).status).toBe(200);
    const recorded = gateway.services.received(generationCalls.recordRunners).flatMap(({ runners }) => runners);
    expect(recorded).toContainEqual(expect.objectContaining({ runner: body.runner, tokenId }));
  });

  it('a runner that closes its connection no longer waits', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const body = JSON.stringify(facts());
    socket.write(
      `POST /runner/v1/claims HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    await isWaiting();
    socket.destroy();
    const next = facts();
    const answer = claim(next).then((response) => response);
    await isWaiting();
    deliver(jobOf());
    await arrive();
    expect((await answer).status).toBe(200);
    expect(claims()).toMatchObject([{ runner: next.runner }]);
  });

  it('a gateway that stops answers its runners, and they continue at another one', async () => {
    const second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    const answer = request(second.url)
      .post('/runner/v1/claims')
      .set(bearer())
      .send(facts())
      .then((response) => response);
    await isWaiting();
    await second.close();
    expect((await answer).status).toBe(204);
  });

  it('a token has a limited number of runners', async () => {
    const statuses: number[] = [];
    const many = Array.from({ length: 260 }, () => claim().then(({ status }) => statuses.push(status)));
    await eventually(() => expect(statuses).toEqual([429, 429, 429, 429]));
    gateway.services.answer(generationCalls.claimRunnerJob, () => ({ job: jobOf() }) as never);
    await arrive(300);
    await Promise.all(many);
    expect(statuses.filter((status) => status === 200)).toHaveLength(256);
  });

  it('a heartbeat renews the lease, and says whether the job is canceled or lost', async () => {
    const id = uuidv7();
    const beat = (body: object) =>
      request(gateway.url).post(`/runner/v1/jobs/${id}/heartbeat`).set(bearer()).send(body);
    expect((await beat({ lease: 3, progress: 12.5 }).expect(200)).body).toMatchObject({ cancel: false });
    expect(gateway.services.received(generationCalls.renewRunnerLease)).toEqual([
      { id, lease: 3, progress: 12.5, tokenId },
    ]);
    gateway.services.answer(generationCalls.renewRunnerLease, () => ({ cancel: true }));
    expect((await beat({ lease: 3 }).expect(200)).body).toMatchObject({ cancel: true });
    gateway.services.answer(generationCalls.renewRunnerLease, () => {
      throw new LuitError('stale_lease', 'lost');
    });
    expect((await beat({ lease: 3 }).expect(409)).body).toMatchObject({ code: 'stale_lease' });
    await beat({ lease: 3, progress: 101 }).expect(400);
    await beat({ lease: '3' }).expect(400);
  });

  it('an output arrives in parts, resumes and is handed over once', async () => {
    const id = uuidv7();
    const file = Buffer.concat([Buffer.alloc(300 * KB, 'a'), Buffer.alloc(200 * KB, 'b')]);
    expect(await offsetOf(id)).toBe(0);
    await put(id, 0, file.subarray(0, 300 * KB), file.length).expect(204);
    expect(await offsetOf(id)).toBe(300 * KB);
    expect((await finish(id, file).expect(409)).body).toMatchObject({
      code: 'conflict',
      details: { offset: 300 * KB },
    });
    const wrong = await put(id, 0, file.subarray(0, 10), file.length).expect(409);
    expect(wrong.body).toMatchObject({ details: { offset: 300 * KB } });
    const last = await put(id, 300 * KB, file.subarray(300 * KB), file.length).expect(204);
    expect(last.headers['upload-offset']).toBe(String(file.length));
    await finish(id, file).expect(200);
    const [{ output, ...result }] = ended as [(typeof ended)[number]];
    expect(result).toMatchObject({ id, lease: 1, state: 'succeeded', tokenId });
    const parts = await Promise.all(output!.parts.map((key) => readFile(join(gateway.storageDir, key))));
    expect(Buffer.concat(parts).equals(file)).toBe(true);
    gateway.services.answer(generationCalls.recordRunnerResult, ({ output: repeated }) => {
      expect(repeated).toBeNull();
      return { isRecorded: false };
    });
    await finish(id, file).expect(200);
    expect(await stored(id)).toHaveLength(2);
  });

  it('damaged, cut, oversized and endless parts are refused and leave nothing', async () => {
    const id = uuidv7();
    const part = Buffer.alloc(20 * KB, 'c');
    await put(id, 0, part, part.length, { 'Content-Digest': digest(Buffer.from('other')) }).expect(400);
    await put(id, 0, part, part.length, { 'Content-Digest': 'md5=:x:' }).expect(400);
    await put(id, 0, part, 10).expect(413);
    await put(id, 0, part, MAX_OUTPUT_BYTES + 1).expect(413);
    await put(id, 0, Buffer.alloc(0), 10).expect(400);
    await put(id, 0, Buffer.alloc(MAX_OUTPUT_PART_BYTES + 1), MAX_OUTPUT_BYTES).expect(413);
    await put(id, 5, part, part.length).expect(409);
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `PUT /runner/v1/jobs/${id}/output?lease=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nupload-offset: 0\r\n` +
        `upload-length: ${part.length}\r\ncontent-digest: ${digest(part)}\r\ncontent-type: application/offset+octet-stream\r\n` +
        `content-length: ${part.length}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(part.subarray(0, 10 * KB), resolve));
    socket.destroy();
    expect(await offsetOf(id)).toBe(0);
    await eventually(async () => expect(await stored(id)).toEqual([]));
    await put(id, 0, part, part.length).expect(204);
  });

  it('another length begins the output again, and a job that fails leaves no parts', async () => {
    const id = uuidv7();
    const part = Buffer.alloc(KB, 'd');
    await put(id, 0, part, 5 * KB).expect(204);
    await put(id, 0, part, KB).expect(204);
    expect(await stored(id)).toHaveLength(1);
    const failure = { kind: 'provider', code: 'oom', message: 'Out of memory' };
    const result = { lease: 1, state: 'failed', failure };
    await request(gateway.url).post(`/runner/v1/jobs/${id}/result`).set(bearer()).send(result).expect(200);
    expect(ended).toMatchObject([{ state: 'failed', failure, output: null }]);
    expect(await stored(id)).toEqual([]);
  });

  it('a runner that has lost its lease can upload nothing, and what it uploaded is deleted', async () => {
    const id = uuidv7();
    const part = Buffer.alloc(KB, 'e');
    await put(id, 0, part, KB).expect(204);
    const lost = () => {
      throw new LuitError('stale_lease', 'lost');
    };
    gateway.services.answer(generationCalls.renewRunnerLease, lost);
    gateway.services.answer(generationCalls.recordRunnerResult, lost);
    await put(id, 0, part, KB).expect(409);
    await finish(id, part).expect(409);
    expect(await stored(id)).toEqual([]);
  });

  it('input images are sent to the runner that holds the job', async () => {
    const id = uuidv7();
    gateway.services.answer(generationCalls.getRunnerFile, () => ({ key: 'runner-inputs/none.jpg' }));
    const url = `/runner/v1/jobs/${id}/files/0?lease=2`;
    await request(gateway.url).get(url).set(bearer()).expect(404);
    expect(gateway.services.received(generationCalls.getRunnerFile)).toEqual([{ id, lease: 2, index: 0, tokenId }]);
    for (const wrong of [
      '0?lease=a',
      '0?lease=0',
      '0?lease=4294967296',
      '0?lease=1.5',
      '0',
      '65?lease=1',
      '-1?lease=1',
    ])
      await request(gateway.url).get(`/runner/v1/jobs/x/files/${wrong}`).set(bearer()).expect(400);
    for (const lease of [0, 4_294_967_296]) {
      const url = `/runner/v1/jobs/${id}/heartbeat`;
      await request(gateway.url).post(url).set(bearer()).send({ lease }).expect(400);
    }
  });

  it('unknown, malformed and revoked tokens are refused', async () => {
    await request(gateway.url).post('/runner/v1/claims').send(facts()).expect(401);
    for (const wrong of ['x', newApiKey('live'), `${token}x`]) {
      await request(gateway.url).post('/runner/v1/claims').auth(wrong, { type: 'bearer' }).send(facts()).expect(401);
    }
    await request(gateway.url).post('/runner/v1/jobs/x/heartbeat').set(bearer()).send({ lease: 1 }).expect(200);
    gateway.services.answer(generationCalls.findRunnerToken, () => ({ grant: null }));
    await gateway.push(generationPushes.runnerTokenRevoked, { tokenId });
    await eventually(() =>
      request(gateway.url).post('/runner/v1/jobs/x/heartbeat').set(bearer()).send({ lease: 1 }).expect(401),
    );
    await request(gateway.url).get(`/runner/v1/jobs/x/files/0?lease=1&t=${token}`).set(bearer()).expect(400);
  });
});
