import { randomUUID } from 'node:crypto';
import { bearer, type Flood } from './flood';

const ADDRESSES = 40;
/** The configured limit per client and 15 minutes. */
const SIGN_INS = 300;
const CONTACT_MESSAGES = 5;

const newAddress = (): string => `flood-${randomUUID()}@example.com`;

/** Sign-ins, sign-ups and everything that sends mail. */
export const ACCOUNT_FLOODS: Flood[] = [
  {
    name: 'sign-ins',
    sends: 'sign-ins with wrong passwords, from 40 networks',
    run: (context) =>
      context.repeat(5_000, 48, (turn) =>
        context.send({
          method: 'POST',
          path: '/api/auth/signin',
          from: context.from(turn % ADDRESSES),
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: newAddress(), password: 'a wrong guess' }),
        }),
      ),
    atMost: { 200: 0 },
  },
  {
    name: 'sign-ins-one-address',
    sends: 'sign-ins with wrong passwords, from one address',
    run: (context) =>
      context.repeat(5_000, 48, () =>
        context.postJson('/api/auth/signin', { email: newAddress(), password: 'a wrong guess' }),
      ),
    atMost: { 200: 0, 401: SIGN_INS + 10, 404: SIGN_INS + 10 },
  },
  {
    name: 'sign-ups',
    sends: '60 sign-ups at once, from 60 networks',
    run: (context) =>
      context.repeat(600, 60, (turn) =>
        context.send({
          method: 'POST',
          path: '/api/auth/signup',
          from: context.from(turn % 60),
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: newAddress(), password: randomUUID(), name: 'Flood' }),
        }),
      ),
  },
  {
    name: 'password-resets',
    sends: 'password resets of one account and of unknown addresses',
    run: (context) =>
      context.repeat(2_000, 16, (turn) =>
        context.postJson('/api/auth/forgot', { email: turn % 2 === 0 ? context.access.adminEmail : newAddress() }),
      ),
  },
  {
    name: 'resent-confirmations',
    sends: 'requests for another confirmation mail',
    run: (context) => context.repeat(2_000, 16, () => context.postJson('/api/auth/resend', { email: newAddress() })),
  },
  {
    name: 'contact-mails',
    sends: 'contact messages, each with its own idempotency key',
    run: (context) =>
      context.repeat(1_000, 16, () =>
        context.postJson(
          '/api/contact',
          { email: newAddress(), name: 'Flood', subject: 'general', message: 'm'.repeat(1_000) },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    atMost: { 200: CONTACT_MESSAGES + 1 },
  },
  {
    name: 'operator-sign-ins',
    sends: 'sign-ins at the operators’ account, from 40 networks',
    run: (context) =>
      context.repeat(2_000, 32, (turn) =>
        context.send({
          method: 'POST',
          path: '/api/admin/login',
          from: context.from(turn % ADDRESSES),
          headers: { 'content-type': 'application/json', 'x-client': 'token' },
          body: JSON.stringify({ email: `nobody-${turn}@example.com`, password: 'a wrong guess' }),
        }),
      ),
    atMost: { 200: 0 },
  },
  {
    name: 'refresh-tokens',
    sends: 'refresh tokens that were never issued',
    run: (context) =>
      context.repeat(20_000, 32, () =>
        context.postJson('/api/auth/refresh', { refresh_token: randomUUID() }, { 'x-client': 'token' }),
      ),
    atMost: { 200: 0 },
  },
  {
    name: 'access-tokens',
    sends: 'access tokens with a wrong signature',
    run: (context) =>
      context.repeat(20_000, 32, (turn) =>
        context.send({ path: '/api/credits/balance', headers: bearer(`${context.access.token.slice(0, -8)}${turn}`) }),
      ),
    atMost: { 200: 0 },
  },
  {
    name: 'account-exports',
    sends: 'account exports, each sent by mail',
    run: (context) =>
      context.repeat(500, 16, () =>
        context.postJson('/api/auth/account/export', {}, bearer(context.access.brokeToken)),
      ),
    atMost: { 202: 10 },
  },
];
