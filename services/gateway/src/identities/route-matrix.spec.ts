import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { SessionEndReason } from '@luit/contracts/auth/sessions';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { io } from 'socket.io-client';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { routesOf } from '../test/test-routes';
import { guestTokenFor, newUser, type TestUser, tokenFor } from '../test/test-tokens';
import { RevokedSessions } from './revoked-sessions';
import { ADMIN, USER } from './token.strategy';

/** Who calls. Invalid tokens have the audience of the route; the other guest token belongs to another request. */
type Caller =
  | 'nobody'
  | 'other user'
  | 'owner'
  | 'guest token'
  | 'other guest token'
  | 'admin'
  | 'expired'
  | 'wrong audience'
  | 'revoked'
  | 'blocked';

/**
 * A number is the status of the rejection. `in`: the guards admit the request. `own`: admitted, and services are called for
 * this account only, so that resources of others are not found.
 */
type Outcome = number | 'in' | 'own';

// prettier-ignore
const ACCESS = {
  public:       ['in', 'in',  'in',  'in',  'in', 'in', 'in', 'in', 'in', 'in'],
  user:         [401,  'own', 'own', 401,   401,  401,  401,  401,  401,  403],
  userOrGuest:  ['in', 'own', 'own', 401,   401,  401,  401,  401,  401,  403],
  optionalUser: ['in', 'own', 'own', 'in',  'in', 'in', 'in', 'in', 'in', 403],
  ownerOrGuest: [401,  'own', 'own', 'own', 404,  401,  401,  401,  401,  403],
  operator:     [401,  403,   403,   401,   401,  'in', 401,  401,  401,  403],
  // Needs the refresh cookie, which no caller sends.
  cookie:       [401,  401,   401,   401,   401,  401,  401,  401,  401,  401],
  // Needs a signed link, which no caller has.
  signed:       [403,  403,   403,   403,   403,  403,  403,  403,  403,  403],
} satisfies Record<string, Outcome[]>;
const CALLERS: Caller[] = [
  'nobody',
  'other user',
  'owner',
  'guest token',
  'other guest token',
  'admin',
  'expired',
  'wrong audience',
  'revoked',
  'blocked',
];

const ROUTES: Record<string, keyof typeof ACCESS> = {
  'POST /api/auth/signup': 'public',
  'POST /api/auth/confirm': 'public',
  'POST /api/auth/resend': 'public',
  'POST /api/auth/signin': 'public',
  'POST /api/auth/refresh': 'cookie',
  'POST /api/auth/signout': 'optionalUser',
  'GET /api/auth/session': 'optionalUser',
  'GET /api/auth/user': 'user',
  'PATCH /api/auth/user': 'user',
  'GET /api/auth/sessions': 'user',
  'DELETE /api/auth/sessions/:id': 'user',
  'POST /api/auth/forgot': 'public',
  'POST /api/auth/recover': 'public',
  'PUT /api/auth/password': 'user',
  'POST /api/auth/account/export': 'user',
  'POST /api/auth/account/export/download': 'public',
  'GET /api/auth/account/closing': 'user',
  'DELETE /api/auth/account': 'user',
  'POST /api/contact': 'public',
  'GET /api/plans': 'public',
  'GET /api/credits/pricing': 'public',
  'GET /api/credits/balance': 'user',
  'GET /api/credits/transactions': 'user',
  'GET /api/credits/lots': 'user',
  'POST /api/credits/check': 'user',
  'POST /api/credits/deduct': 'user',
  'GET /api/credits/invoices/:file': 'user',
  'POST /api/payments/order': 'userOrGuest',
  'POST /api/payments/:transactionId/refund': 'user',
  'POST /api/payments/verify': 'public',
  'POST /api/uploads': 'userOrGuest',
  'POST /api/generate': 'user',
  'POST /api/generate-image-video': 'user',
  'POST /api/restore': 'user',
  'GET /api/requests': 'user',
  'DELETE /api/requests/:id': 'user',
  'POST /api/requests/:id/retry': 'user',
  'GET /api/requests/:id': 'ownerOrGuest',
  'POST /api/requests/:id/cancel': 'ownerOrGuest',
  'GET /api/download/:id': 'ownerOrGuest',
  'GET /api/files/*': 'signed',
  'POST /api/predictions': 'user',
  'GET /api/predictions/:id': 'user',
  'GET /api/predictions/:id/output': 'user',
  'POST /api/webhooks/razorpay': 'public',
  'POST /api/webhooks/providers/:provider/:token': 'public',
  'POST /api/admin/login': 'public',
  'POST /api/admin/logout': 'operator',
  'GET /api/admin/dashboard': 'operator',
  'GET /api/admin/analytics': 'operator',
  'GET /api/admin/reports/revenue': 'operator',
  'GET /api/admin/reports/revenue.csv': 'operator',
  'GET /api/admin/users': 'operator',
  'GET /api/admin/users/export.csv': 'operator',
  'GET /api/admin/users/:id': 'operator',
  'PATCH /api/admin/users/:id/credits': 'operator',
  'PATCH /api/admin/users/:id/block': 'operator',
  'PATCH /api/admin/users/:id/unblock': 'operator',
  'DELETE /api/admin/users/:id': 'operator',
  'GET /api/admin/transactions': 'operator',
  'GET /api/admin/transactions/:id': 'operator',
  'POST /api/admin/transactions/:id/refund': 'operator',
  'GET /api/admin/invoices/:file': 'operator',
  'GET /api/admin/credit-packs': 'operator',
  'POST /api/admin/credit-packs': 'operator',
  'PATCH /api/admin/credit-packs/:id': 'operator',
  'GET /api/admin/plans': 'operator',
  'PATCH /api/admin/plans/:id': 'operator',
  'GET /api/admin/settings': 'operator',
  'PATCH /api/admin/settings': 'operator',
  'GET /api/admin/messages': 'operator',
  'PATCH /api/admin/messages/:id': 'operator',
  'GET /api/admin/audit-log': 'operator',
  'GET /api/admin/providers': 'operator',
  'GET /api/admin/invariants': 'operator',
  'GET /api/admin/alerts': 'operator',
  'GET /api/admin/dead-letters': 'operator',
  'POST /api/admin/dead-letters/:service/:id/replay': 'operator',
  'POST /api/admin/dead-letters/:service/:id/discard': 'operator',
  'GET /api/admin/jobs': 'operator',
  'GET /api/admin/jobs/metrics': 'operator',
  'POST /api/admin/jobs/bulk': 'operator',
  'GET /api/admin/jobs/:id': 'operator',
  'POST /api/admin/jobs/:id/retry': 'operator',
  'POST /api/admin/jobs/:id/cancel': 'operator',
  'POST /api/admin/jobs/:id/refund': 'operator',
  'GET /api/admin/workers': 'operator',
  'POST /api/admin/queues/:name/pause': 'operator',
  'POST /api/admin/queues/:name/resume': 'operator',
};

const PLAN = '5s-480p';

/** Valid bodies, so that calls reach the services. A user id in the body is ignored. */
const BODIES: Record<string, object> = {
  'PATCH /api/auth/user': { name: 'Asha' },
  'PUT /api/auth/password': { password: 'eight hundred rivers' },
  'DELETE /api/auth/account': { password: 'eight hundred rivers' },
  'POST /api/credits/check': { requiredCredits: 1 },
  'POST /api/credits/deduct': { credits: 1 },
  'POST /api/generate': { prompt: 'a river', duration: 5, planId: PLAN },
  'POST /api/payments/order': { planId: PLAN, prompt: 'a river' },
};

const FORMS = ['POST /api/uploads', 'POST /api/generate-image-video', 'POST /api/restore'];

/** Routes that validate files or an API key before they call a service. */
const WITHOUT_CALLS = [
  'POST /api/uploads',
  'POST /api/generate-image-video',
  'POST /api/restore',
  'POST /api/predictions',
  'GET /api/predictions/:id',
  'GET /api/predictions/:id/output',
];

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

describe('access to every route', () => {
  let gateway: GatewayTestApp;
  const [other, revoked, blocked] = [newUser(), newUser(), newUser()];
  const requestId = uuidv7();
  const guestAccount = uuidv7();
  let calledAs: { name: string; userId: string }[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answerOthers((name, body) => {
      const { userId } = body as { userId?: string };
      if (userId) calledAs.push({ name, userId });
      throw new LuitError(userId === other.id ? 'not_found' : 'conflict', 'Asked for');
    });
    gateway.services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
    const plan = { id: PLAN, name: 'Standard', duration: 5, credits: 18, quality: '480p', popular: true } as const;
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [{ ...plan, description: '' }],
      models: [],
      restorePlans: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(authCalls.checkAdminSession, ({ adminId }) => ({ active: adminId !== revoked.id }));
    await revoke(revoked, 'signed_out');
    await revoke(blocked, 'blocked');
  });
  afterAll(() => gateway.close());

  const revoke = async ({ id, sessionId }: TestUser, reason: SessionEndReason): Promise<void> => {
    const { app } = gateway.running;
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, { userId: id, sessionIds: [sessionId], reason });
    await eventually(async () => expect(await app.get(RevokedSessions).reasonOf(sessionId)).toBe(reason));
  };

  const credentialOf = (who: Caller, audience: typeof USER | typeof ADMIN): string | undefined => {
    const issuer = audience === USER ? gateway.users : gateway.operators;
    const { user } = gateway;
    const bearers: Partial<Record<Caller, string>> = {
      'other user': tokenFor(gateway.users, other),
      owner: tokenFor(gateway.users, user),
      admin: tokenFor(gateway.operators, user),
      expired: tokenFor(issuer, user, { exp: Math.floor(Date.now() / 1_000) - 1 }),
      'wrong audience': tokenFor(issuer, user, { aud: audience === USER ? ADMIN : USER }),
      revoked: tokenFor(issuer, revoked),
      blocked: tokenFor(gateway.users, blocked),
    };
    if (who === 'guest token') return `Claim ${guestTokenFor(gateway.guests, requestId, guestAccount)}`;
    if (who === 'other guest token') return `Claim ${guestTokenFor(gateway.guests, uuidv7(), guestAccount)}`;
    return bearers[who] && `Bearer ${bearers[who]}`;
  };

  const send = async (route: string, who: Caller): Promise<number> => {
    const [method = '', path = ''] = route.split(' ');
    const address = path
      .replace(':file', `${requestId}.pdf`)
      .replace('*', 'outputs/other/video.mp4')
      .replace(/:\w+/g, requestId);
    const sent = request(gateway.url)[method.toLowerCase() as Verb](address);
    const credential = credentialOf(who, ROUTES[route] === 'operator' ? ADMIN : USER);
    if (credential) sent.set('authorization', credential);
    if (FORMS.includes(route)) sent.field('userId', gateway.user.id);
    else if (method !== 'GET') sent.send({ ...BODIES[route], userId: gateway.user.id });
    const { status } = await sent;
    return status;
  };

  it('the table lists exactly the existing routes [SRV-01]', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routesOf(gateway).sort());
  });

  it.each(Object.entries(ROUTES))('%s has access: %s [SRV-01, SRV-02, I8]', async (route, access) => {
    const ids: Partial<Record<Caller, string>> = {
      'other user': other.id,
      owner: gateway.user.id,
      'guest token': guestAccount,
    };
    const answers: [Caller, Outcome][] = [];
    for (const who of CALLERS) {
      calledAs = [];
      const status = await send(route, who);
      const isForeign = calledAs.some(({ userId }) => userId !== ids[who]);
      const expected: Outcome = ACCESS[access][CALLERS.indexOf(who)] ?? 'in';
      const isIn = expected === 'own' ? !isForeign && ![401, 403].includes(status) : ![401, 403].includes(status);
      answers.push([who, typeof expected === 'string' && isIn ? expected : status]);
      if (typeof expected === 'number') expect([who, calledAs]).toEqual([who, []]);
      if (who === 'other user' && calledAs.length > 0) expect(status).toBe(404);
      if (who === 'owner' && expected === 'own' && !WITHOUT_CALLS.includes(route)) expect(calledAs).not.toEqual([]);
    }
    expect(answers).toEqual(CALLERS.map((who, i) => [who, ACCESS[access][i]]));
  });

  // Operators connect too, but receive only the topics they subscribe to.
  // prettier-ignore
  const SOCKETS: [Caller, boolean][] = [
    ['nobody', false], ['other user', true], ['owner', true], ['admin', true], ['expired', false],
    ['wrong audience', false], ['revoked', false], ['blocked', false],
  ];
  it.each(SOCKETS)('a socket of %s connects: %s [SRV-01, I8]', async (who, isAdmitted) => {
    const token = credentialOf(who, USER)?.replace('Bearer ', '');
    const socket = io(gateway.url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false });
    const connected = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false));
    });
    socket.disconnect();
    expect(connected).toBe(isAdmitted);
  });
});
