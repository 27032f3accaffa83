import { MAX_MESSAGE_CHARACTERS } from '@luit/contracts/auth/contact-limits';
import { INPUT_LIMITS, MAX_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import { authCalls } from '@luit/contracts/auth/messages';
import type { CallContract } from '@luit/contracts/messages/message';
import { uuidv7 } from 'uuidv7';
import { type AuthTestApp, startAuthTestApp } from './auth-test-app';

const { email, gstin, gstState, reason, search, secret, subject } = INPUT_LIMITS;
const ID = uuidv7();
const device = { ip: '127.0.0.1', userAgent: '' };
const session = { userId: ID, sessionId: ID };
const name = 'Ritu';
const password = 'correct horse';
const address = 'ritu@example.com';
const message = { name, email: address, subject: 'general', message: 'Hello' };
const profile = { name, state: '18', gstin: '18AABCU9603R1ZX' };

type Row = [field: string, contract: CallContract<unknown, unknown>, limit: number, request: object];

const ROWS: Row[] = [
  ['name', authCalls.signUp, MAX_NAME_CHARACTERS, { name, email: address, password, device }],
  ['email', authCalls.signUp, email, { name, email: address, password, device }],
  ['password', authCalls.signUp, secret, { name, email: address, password, device }],
  ['token', authCalls.confirmEmail, secret, { token: 'a', password, device }],
  ['password', authCalls.confirmEmail, secret, { token: 'a', password, device }],
  ['email', authCalls.resendConfirmation, email, { email: address }],
  ['email', authCalls.signIn, email, { email: address, password, device }],
  ['password', authCalls.signIn, secret, { email: address, password, device }],
  ['refreshToken', authCalls.refresh, secret, { refreshToken: 'a', device }],
  ['email', authCalls.requestPasswordReset, email, { email: address }],
  ['token', authCalls.redeemPasswordReset, secret, { token: 'a', device }],
  ['password', authCalls.setPassword, secret, { ...session, password, device }],
  ['currentPassword', authCalls.setPassword, secret, { ...session, password, currentPassword: password, device }],
  ['name', authCalls.updateUser, MAX_NAME_CHARACTERS, { userId: ID, name }],
  ['billingProfile.name', authCalls.updateUser, MAX_NAME_CHARACTERS, { userId: ID, billingProfile: profile }],
  ['billingProfile.state', authCalls.updateUser, gstState, { userId: ID, billingProfile: profile }],
  ['billingProfile.gstin', authCalls.updateUser, gstin, { userId: ID, billingProfile: profile }],
  ['email', authCalls.findUser, email, { email: address }],
  ['by.password', authCalls.deleteAccount, secret, { userId: ID, by: { password, device }, wantsRefund: true }],
  [
    'by.reason',
    authCalls.deleteAccount,
    reason,
    { userId: ID, by: { adminId: ID, reason: 'spam' }, wantsRefund: true },
  ],
  ['reason', authCalls.blockUser, reason, { userId: ID, adminId: ID, reason: 'spam' }],
  ['words', authCalls.listUsers, search, { limit: 10, words: 'ritu' }],
  ['words', authCalls.findUsers, search, { words: 'ritu' }],
  ['subject', authCalls.listAuditLog, subject, { limit: 10, subject: ID }],
  ['email', authCalls.adminSignIn, email, { email: address, password, device }],
  ['password', authCalls.adminSignIn, secret, { email: address, password, device }],
  ['name', authCalls.postContactMessage, MAX_NAME_CHARACTERS, message],
  ['email', authCalls.postContactMessage, email, message],
  ['message', authCalls.postContactMessage, MAX_MESSAGE_CHARACTERS, message],
  ['token', authCalls.readExport, secret, { token: 'a' }],
  ['token', authCalls.closeExport, secret, { token: 'a' }],
];

/** Copies the request and sets one field, given as a path, to a text of this length. */
function withLength(request: object, path: string, length: number): object {
  const [field = '', ...rest] = path.split('.');
  const value = (request as Record<string, unknown>)[field];
  const changed = rest.length > 0 ? withLength(value as object, rest.join('.'), length) : 'a'.repeat(length);
  return { ...request, [field]: changed };
}

describe('maximum lengths of call fields', () => {
  let app: AuthTestApp;

  beforeAll(async () => {
    app = await startAuthTestApp();
  });

  afterAll(() => app.close());

  const calls = ROWS.map(([field, contract, limit, request]) => ({
    field,
    contract,
    limit,
    request,
    call: contract.name,
  }));

  it.each(calls)(
    '$call rejects $field beyond $limit characters by name',
    async ({ field, contract, limit, request }) => {
      await expect(app.calls.call(contract, withLength(request, field, limit + 1))).rejects.toMatchObject({
        code: 'validation_failed',
        status: 400,
        details: { [field]: expect.any(String) as string },
      });
      expect(contract.input.safeParse(withLength(request, field, limit)).success).toBe(true);
    },
  );
});
