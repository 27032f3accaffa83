import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { bearer, type Flood, HELD_OPEN } from './flood';

const CLAIMS = 10_000;
const PART_BYTES = 8 * 1_024 * 1_024;
/** More than one token may have. */
const INVENTED = 300;
/** Runners of one token that may wait at a time. */
const WAITING = 256;

/** What somebody can do who took the token of a runner from its machine. */
export const RUNNER_FLOODS: Flood[] = [
  {
    name: 'runner-claims',
    sends: `${CLAIMS.toLocaleString('en')} claims of one runner with a stolen token`,
    run: (context) => {
      const facts = runner();
      return context.repeat(CLAIMS, 32, () =>
        context.postJson('/runner/v1/claims', facts, bearer(context.access.runnerToken)),
      );
    },
    atMost: { 200: 0 },
  },
  {
    name: 'invented-runners',
    sends: `claims of ${INVENTED} invented runners, all at once`,
    run: async (context) => {
      await context.repeat(INVENTED, 16, async () => {
        const socket = await context.open();
        const body = JSON.stringify(runner());
        socket?.on('data', (answer: Buffer) => context.count(answer.toString('latin1').slice(9, 12)));
        socket?.write(
          `POST /runner/v1/claims HTTP/1.1\r\nhost: abuse\r\nauthorization: Bearer ${context.access.runnerToken}\r\n` +
            `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      });
      await pause(context.leftMs);
    },
    atMost: { 200: 0, [HELD_OPEN]: WAITING },
  },
  {
    name: 'runner-outputs',
    sends: 'parts of 8 MB of jobs that the runner does not hold',
    run: (context) => {
      const body = Buffer.alloc(PART_BYTES, 'a');
      return context.repeat(400, 8, () =>
        context.send({
          method: 'PUT',
          path: `/runner/v1/jobs/${randomUUID()}/output?lease=1`,
          headers: {
            ...bearer(context.access.runnerToken),
            'content-type': 'application/offset+octet-stream',
            'upload-offset': '0',
            'upload-length': String(PART_BYTES * 60),
            'content-digest': `sha-256=:${'A'.repeat(43)}=:`,
          },
          body,
        }),
      );
    },
    atMost: { 204: 0 },
  },
  {
    name: 'runner-tokens',
    sends: 'claims with made-up tokens of runners',
    run: (context) =>
      context.repeat(5_000, 16, () => context.postJson('/runner/v1/claims', runner(), bearer(newApiKey('runner')))),
    atMost: { 200: 0, 204: 0 },
  },
];

function runner() {
  return { runner: randomUUID(), slots: 64, engines: ['comfyui'], version: '0.1.0', holding: [] };
}
