import { randomUUID } from 'node:crypto';
import type { AttackerAccess } from '../participants';
import { sendRequest } from '../wire/request';
import type { WireResponse } from '../wire/response';
import { each, type Family, type HostileInput, json } from './input';

const PASSWORD = 'a wrong guess';

/** Networks of the comparisons; other inputs come from other networks. */
const NETWORK = '127.19.0.7';

interface Question {
  route: string;
  more?: object;
  status: number[];
}

/** Questions about an address that need no sign-in. */
const QUESTIONS: Record<string, Question> = {
  'sign-up': { route: 'signup', more: { password: PASSWORD, name: 'Ritu Das' }, status: [200, 201] },
  'sign-in': { route: 'signin', more: { password: PASSWORD }, status: [401] },
  'a password reset': { route: 'forgot', status: [200] },
  'a confirmation mail': { route: 'resend', status: [200] },
};

/** With `AUTH_REVEAL_ACCOUNTS=false`, no response reveals whether an address has an account [G-32, AUTH-17, AUTH-25, AUTH-28]. */
export const HIDDEN_ACCOUNTS: Family = {
  name: 'hidden accounts',
  inputs: (access) =>
    access.hidesAccounts ? each(QUESTIONS, (name, question) => comparison(name, question, access)) : [],
};

function comparison(name: string, { route, more, status }: Question, { api, email }: AttackerAccess): HostileInput {
  const ask = (address: string) => json(`/api/auth/${route}`, { email: address, ...more });
  return {
    name: `${name} with a taken address`,
    send: ask(email),
    status,
    also: async (response) => {
      const address = `${randomUUID()}@example.com`;
      const other = await sendRequest(api, { ...ask(address), from: NETWORK });
      const [taken, unknown] = [comparable(response, email), comparable(other, address)];
      return taken === unknown ? undefined : `differs from the response to an unknown address: ${taken} ≠ ${unknown}`;
    },
  };
}

/** The status, header names and body of a response without its ids, timestamps, tokens and email address. */
function comparable({ status, headers, body }: WireResponse, address: string): string {
  const text = body
    .replaceAll(address, '<address>')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<timestamp>')
    .replace(/"(device_token|request_id|requestId)":"[^"]+"/g, '"$1":"<made>"');
  return `${status} ${Object.keys(headers).sort().join()} ${text}`;
}
