import { newApiKey } from '@luit/contracts/auth/api-key-format';
import { MAX_OUTPUT_BYTES } from '@luit/contracts/generation/runner-limits';
import { randomUUID } from 'node:crypto';
import { bearer } from '../floods/flood';
import type { AttackerAccess } from '../participants';
import { each, type Family, type HostileInput, json } from './input';

const CLAIM = '/runner/v1/claims';
const FACTS = { runner: randomUUID(), slots: 1, engines: ['comfyui'], version: '0.1.0', holding: [] };
const RESULT = { lease: 1, state: 'failed', failure: { kind: 'provider', code: 'x', message: 'x' } };
const DIGEST = `sha-256=:${'A'.repeat(43)}=:`;

const FORGED_FACTS: Record<string, object> = {
  'no UUID': { ...FACTS, runner: '../../etc' },
  'a billion slots': { ...FACTS, slots: 1_000_000_000 },
  'no slots': { ...FACTS, slots: 0 },
  'a version of 1 MB': { ...FACTS, version: 'v'.repeat(1_000_000) },
  '10,000 engines': { ...FACTS, engines: Array.from({ length: 10_000 }, () => 'comfyui') },
  '10,000 jobs that it holds': { ...FACTS, holding: Array.from({ length: 10_000 }, () => randomUUID()) },
  'a held job that is a query': { ...FACTS, holding: ["'; DROP TABLE runner_jobs; --"] },
};

/** Ids that name no job of this runner. */
const ids = ({ requestId, guestRequestId }: AttackerAccess): Record<string, string> => ({
  'a request of a customer': requestId,
  'the request of a guest': guestRequestId,
  'a made-up id': randomUUID(),
  'a path': encodeURIComponent('../../uploads'),
  'a query': '%27%20OR%201=1%20--',
  'text of 5,000 characters': 'a'.repeat(5_000),
});

const LEASES: Record<string, unknown> = {
  negative: -1,
  'a fraction': 1.5,
  'a huge number': 1e300,
  'beyond 32 bits': 2 ** 40,
  text: '1',
  none: null,
};

const OUTPUT_HEADERS: Record<string, Record<string, string>> = {
  'longer than any output': { 'upload-length': String(MAX_OUTPUT_BYTES + 1) },
  'of negative length': { 'upload-length': '-1' },
  'at a negative offset': { 'upload-offset': '-1' },
  'at an offset beyond numbers': { 'upload-offset': '9'.repeat(40) },
  'without a digest': { 'content-digest': 'md5=:x:' },
};

/** What somebody can try who took the token of a runner, and who sends other credentials to the routes of runners. */
export const RUNNERS: Family = {
  name: 'runners',
  inputs: (access) => {
    const stolen = bearer(access.runnerToken);
    const output = (id: string, headers: Record<string, string> = {}) => ({
      method: 'PUT',
      path: `/runner/v1/jobs/${id}/output?lease=1`,
      headers: {
        ...{ ...stolen, 'content-type': 'application/offset+octet-stream', 'content-digest': DIGEST },
        ...{ 'upload-offset': '0', 'upload-length': '5', ...headers },
      },
      body: 'aaaaa',
    });
    const { requestId } = access;
    const others = {
      'made up': newApiKey('runner'),
      'of a user': access.token,
      'of an operator': access.operatorToken,
      'of a guest': access.guestToken,
      'with another ending': `${access.runnerToken.slice(0, -1)}!`,
    };
    const elsewhere = {
      'the balance': '/api/credits/balance',
      'requests of users': '/api/requests',
      'the users': '/api/admin/users',
      'the providers': '/api/admin/providers',
      'the public API': '/v1/models/seedance',
      'a request': `/api/requests/${requestId}`,
    };
    return [
      ...each(others, (name, token) => ({
        name: `a token ${name} claims a job`,
        send: json(CLAIM, FACTS, bearer(token)),
        status: [401],
      })),
      ...each(elsewhere, (name, path) => ({
        name: `a stolen token reads ${name}`,
        send: { path, headers: stolen },
        status: [401],
      })),
      ...each(FORGED_FACTS, (name, facts) => ({
        name: `a runner with ${name}`,
        send: json(CLAIM, facts, stolen),
        status: [400, 413],
      })),
      ...each(ids(access), (name, id): HostileInput => ({
        name: `a heartbeat for ${name}`,
        send: json(`/runner/v1/jobs/${id}/heartbeat`, { lease: 1 }, stolen),
        status: [400, 404, 409, 414],
      })),
      ...each(ids(access), (name, id): HostileInput => ({
        name: `the input image of ${name}`,
        send: { path: `/runner/v1/jobs/${id}/files/0?lease=1`, headers: stolen },
        status: [400, 404, 409, 414],
      })),
      ...each(ids(access), (name, id): HostileInput => ({
        name: `the end of ${name}`,
        send: json(`/runner/v1/jobs/${id}/result`, RESULT, stolen),
        status: [400, 404, 409, 414],
      })),
      ...each(ids(access), (name, id): HostileInput => ({
        name: `an output of ${name}`,
        send: output(id),
        status: [400, 404, 409, 414],
      })),
      ...each(LEASES, (name, lease): HostileInput => ({
        name: `a lease that is ${name}`,
        send: json(`/runner/v1/jobs/${requestId}/heartbeat`, { lease }, stolen),
        status: [400, 409],
      })),
      ...each({ ...LEASES, 'the largest': 2 ** 31 - 1 }, (name, lease): HostileInput => ({
        name: `an input image with a lease that is ${name}`,
        send: {
          path: `/runner/v1/jobs/${requestId}/files/0?lease=${encodeURIComponent(String(lease))}`,
          headers: stolen,
        },
        status: [400, 409],
      })),
      ...each(OUTPUT_HEADERS, (name, headers): HostileInput => ({
        name: `an output ${name}`,
        send: output(requestId, headers),
        status: [400, 413],
      })),
    ];
  },
};
