import { API_KEY_SCOPES, type ApiKeyMode } from '@luit/contracts/auth/api-key-limits';
import type { ApiKeyGrant } from '@luit/contracts/auth/api-keys';
import type { OperatorSession } from '@luit/contracts/auth/admins';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { SessionEndReason } from '@luit/contracts/auth/sessions';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import {
  OPERATOR_ROLES,
  type OperatorRole,
  type Permission,
  PERMISSION_NAMES,
  ruleOf,
  STEP_UP_SECONDS,
} from '@luit/contracts/auth/operator-permissions';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { hashOfApiKey, newApiKey } from '@luit/contracts/auth/api-key-format';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { correlationId } from '@luit/platform/tracing/correlation';
import { Controller, Get } from '@nestjs/common';
import { Agent } from 'node:http';
import { io } from 'socket.io-client';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { ACCESS, type Caller, CALLERS, type Outcome } from '../../test/callers';
import { ROUTES } from '../../test/route-access';
import { FORMS, PART_TYPE, PARTS } from '../../test/route-bodies';
import { routesOf } from '../../test/test-routes';
import { guestTokenFor, newUser, type TestUser, tokenFor } from '../../test/test-tokens';
import { testApiKey } from '../../test/test-api-keys';
import { activeOperator } from '../../test/test-operators';
import { undeclaredRoutes } from './permission-check';
import { RevokedSessions } from './revoked-sessions';
import { ADMIN, USER } from './token.strategy';

const PLAN = '5s-480p';

/** What a browser sends, for auth to refuse. */
const PASSKEY = { id: 'a', rawId: 'a', type: 'public-key', response: {}, clientExtensionResults: {} };

/** Valid bodies, so that calls reach the services. A user id in the body is ignored. */
const BODIES: Record<string, object> = {
  'POST /api/safety/refusals/:id/appeal': { text: 'It is a play' },
  'POST /api/collections': { name: 'Boats' },
  'PATCH /api/collections/:id': { name: 'Boats' },
  'POST /api/collections/:id/items': { requestIds: [uuidv7()] },
  'POST /api/collections/:id/removed-items': { requestIds: [uuidv7()] },
  'POST /api/zip-downloads': { requestIds: [uuidv7()] },
  'PUT /api/requests/:id/share-link': { showsPrompt: false, isIndexed: false },
  'PUT /api/web-push/subscription': {
    endpoint: 'https://push.example/1',
    p256dh: `B${'A'.repeat(86)}`,
    auth: 'A'.repeat(22),
  },
  'PUT /api/auth/consents': { notice: 'marketing', version: '2026-11-27', given: true, source: 'account' },
  'PUT /api/notifications/settings': { kind: 'requests', channel: 'mail', isOn: false },
  'POST /v1/videos/:id/remix': { prompt: 'a river' },
  'POST /api/keys': { name: 'CI', mode: 'live', scopes: ['videos:write'] },
  'POST /api/webhook-endpoints/:id/replay': { from: '2026-11-26T10:00:00Z', to: '2026-11-26T11:00:00Z' },
  'POST /v1/webhook_endpoints': { url: 'https://example.com/hooks', events: ['video.completed'] },
  'POST /api/webhook-endpoints': { url: 'https://example.com/hooks', events: ['video.completed'] },
  'PATCH /api/auth/user': { name: 'Asha' },
  'PUT /api/auth/password': { password: 'eight hundred rivers' },
  'POST /api/auth/confirm-password': { password: 'eight hundred rivers' },
  'POST /api/auth/openid/finish': { state: 's', code: 'c' },
  'POST /api/auth/openid/signup': { token: 't', name: 'Asha' },
  'POST /api/auth/openid/link': { token: 't' },
  'POST /api/auth/openid/link/mail': { token: 't' },
  'POST /api/auth/passkeys': { name: 'Phone', response: PASSKEY },
  'POST /api/auth/passkeys/sign-in': { response: PASSKEY },
  'POST /api/auth/passkeys/confirm': { response: PASSKEY },
  'PATCH /api/auth/passkeys/:id': { name: 'Phone' },
  'DELETE /api/auth/account': { password: 'eight hundred rivers' },
  'POST /api/credits/check': { requiredCredits: 1 },
  'POST /api/credits/deduct': { credits: 1 },
  'POST /api/credits/redeem': { code: 'WELCOME50' },
  'POST /api/generate': { prompt: 'a river', duration: 5, planId: PLAN },
  'POST /api/generate-images': { prompt: 'a river', model: 'flux-dev' },
  'POST /api/payments/order': { planId: PLAN, prompt: 'a river' },
};

/** Routes that validate files or an API key before they call a service. */
const WITHOUT_CALLS = [
  'POST /api/uploads',
  'POST /api/uploads/resumable',
  'HEAD /api/uploads/resumable/:id',
  'PATCH /api/uploads/resumable/:id',
  'DELETE /api/uploads/resumable/:id',
  'POST /api/uploads/resumable/:id/image',
  'POST /api/prompt-help/improve',
  'POST /api/generate-image-video',
  'POST /api/restore',
  'POST /api/generate-from-image',
  'POST /api/restore-from-image',
  'POST /api/predictions',
  'GET /api/predictions/:id',
  'GET /api/predictions/:id/output',
];

/**
 * Every caller tries every route in `npm run verify -- slow`. Otherwise, callers that the guards refuse on every route try only one route
 * of each kind; the answers to all other callers show which kind a route declares. Of the callers with credentials of one sort, only the first
 * with an answer tries the other routes of a kind, unless the answer depends on their account.
 */
const INVALID: Caller[] = ['expired', 'wrong audience', 'revoked', 'blocked', 'revoked API key'];
const SORTS: Caller[][] = [
  ['other user', 'owner'],
  ['guest token', 'other guest token'],
  ['API key', 'other API key', 'API key without scopes', 'test API key'],
];
const firstOfKind = new Map(
  Object.entries(ROUTES)
    .reverse()
    .map(([route, access]) => [access, route]),
);

function isFirstWithItsAnswer(access: keyof typeof ACCESS, who: Caller): boolean {
  const answerTo = (caller: Caller): Outcome | undefined => ACCESS[access][CALLERS.indexOf(caller)];
  const sort = SORTS.find((callers) => callers.includes(who)) ?? [who];
  return answerTo(who) === 'own' || sort.find((caller) => answerTo(caller) === answerTo(who)) === who;
}

const callersOf = (route: string, access: keyof typeof ACCESS): Caller[] =>
  rowsOf(
    CALLERS,
    (who) => firstOfKind.get(access) === route || (!INVALID.includes(who) && isFirstWithItsAnswer(access, who)),
  );

type Verb = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

describe('access to every route', () => {
  const connections = new Agent({ keepAlive: true });
  let gateway: GatewayTestApp;
  const [other, revoked, blocked] = [newUser(), newUser(), newUser()];
  const requestId = uuidv7();
  const guestAccount = uuidv7();
  let calledAs: { name: string; userId: string }[] = [];
  /** Id of the last HTTP request. */
  let lastRequest = '';
  /** The session of the operator who calls. */
  let session: Partial<OperatorSession> = {};

  const checkSession = ({ adminId }: { adminId: string }) =>
    adminId === revoked.id ? { active: false } : activeOperator(session);

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answerOthers((name, body) => {
      const { userId } = body as { userId?: string };
      // A call that the gateway made beside one that failed may come after the answer.
      if (userId && correlationId() === lastRequest) calledAs.push({ name, userId });
      throw new LuitError(userId === other.id ? 'not_found' : 'conflict', 'Asked for');
    });
    gateway.services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
    const plan = { id: PLAN, name: 'Standard', duration: 5, credits: 18, quality: '480p', popular: true } as const;
    gateway.services.answer(generationCalls.listPlans, () => ({
      plans: [{ ...plan, description: '' }],
      models: [],
      imageModels: [],
      restorePlans: [],
      retired: [],
      colorRestorationRefusal: null,
    }));
    gateway.services.answer(authCalls.checkAdminSession, checkSession);
    gateway.services.answer(authCalls.getRecordRetention, () => ({ sealedUntil: null }));
    gateway.services.answer(authCalls.findApiKey, ({ keyHash }) => ({ grant: grants.get(keyHash) ?? null }));
    newKey('API key', gateway.user.id, [...API_KEY_SCOPES]);
    newKey('other API key', other.id, [...API_KEY_SCOPES]);
    newKey('API key without scopes', gateway.user.id, ['webhooks:write']);
    newKey('test API key', gateway.user.id, [...API_KEY_SCOPES], 'test');
    keys['revoked API key'] = newApiKey('live');
    await revoke(revoked, 'signed_out');
    await revoke(blocked, 'blocked');
  });
  afterAll(() => {
    connections.destroy();
    return gateway.close();
  });

  /** Keys by caller; a revoked one is unknown to auth. */
  const keys: Partial<Record<Caller, string>> = {};
  const grants = new Map<string, ApiKeyGrant>();
  const newKey = (who: Caller, userId: string, scopes: ApiKeyGrant['scopes'], mode: ApiKeyMode = 'live') => {
    const { key, grant } = testApiKey(userId, { scopes, mode });
    keys[who] = key;
    grants.set(hashOfApiKey(key), grant);
  };

  const revoke = async ({ id, sessionId }: TestUser, reason: SessionEndReason): Promise<void> => {
    const { app } = gateway.running;
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, { userId: id, sessionIds: [sessionId], reason });
    await eventually(async () => expect(await app.get(RevokedSessions).reasonOf(sessionId)).toBe(reason));
  };

  const credentials = new Map<string, string | undefined>();
  /** Signed once, because there are eight thousand requests. */
  const credentialOf = (who: Caller, audience: typeof USER | typeof ADMIN): string | undefined => {
    const name = `${who} ${audience}`;
    if (!credentials.has(name)) credentials.set(name, newCredential(who, audience));
    return credentials.get(name);
  };

  const newCredential = (who: Caller, audience: typeof USER | typeof ADMIN): string | undefined => {
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
    const bearer = bearers[who] ?? keys[who];
    return bearer && `Bearer ${bearer}`;
  };

  const send = async (route: string, who: Caller): Promise<number> => (await sendAs(route, who)).status;

  const sendAs = async (route: string, who: Caller): Promise<{ status: number; code: string }> => {
    const [method = '', path = ''] = route.split(' ');
    const address = path
      .replace(':file', `${requestId}.pdf`)
      .replace('*', 'outputs/other/video.mp4')
      .replace(/:\w+/g, requestId);
    lastRequest = uuidv7();
    const sent = request(gateway.url)[method.toLowerCase() as Verb](address).agent(connections);
    sent.set('x-request-id', lastRequest);
    const credential = credentialOf(who, ROUTES[route] === 'operator' ? ADMIN : USER);
    if (credential) sent.set('authorization', credential);
    if (FORMS.includes(route)) sent.field('userId', gateway.user.id);
    else if (PARTS.includes(route)) sent.type(PART_TYPE).send('a part');
    // The public API refuses fields that it does not know.
    else if (path.startsWith('/v1/') && method !== 'GET') sent.send(BODIES[route]);
    else if (!['GET', 'HEAD'].includes(method)) sent.send({ ...BODIES[route], userId: gateway.user.id });
    const { status, body } = await sent;
    return { status, code: (body as { code?: string } | undefined)?.code ?? '' };
  };

  it('the table lists exactly the existing routes [SRV-01]', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(
      routesOf(gateway)
        .map(({ route }) => route)
        .sort(),
    );
  });

  it.each(Object.entries(ROUTES))('%s has access: %s [SRV-01, SRV-02, I8]', async (route, access) => {
    const ids: Partial<Record<Caller, string>> = {
      'other user': other.id,
      owner: gateway.user.id,
      'guest token': guestAccount,
      'API key': gateway.user.id,
      'API key without scopes': gateway.user.id,
      'other API key': other.id,
      'test API key': testAccountOf(gateway.user.id),
    };
    const answers: [Caller, Outcome][] = [];
    for (const who of callersOf(route, access)) {
      calledAs = [];
      const status = await send(route, who);
      const isForeign = calledAs.some(({ userId }) => userId !== ids[who]);
      const expected: Outcome = ACCESS[access][CALLERS.indexOf(who)] ?? 'in';
      const isIn = expected === 'own' ? !isForeign && ![401, 403].includes(status) : ![401, 403].includes(status);
      answers.push([who, typeof expected === 'string' && isIn ? expected : status]);
      if (typeof expected === 'number') expect([who, calledAs]).toEqual([who, []]);
      if ((who === 'other user' || who === 'other API key') && calledAs.length > 0) expect(status).toBe(404);
      if (who === 'owner' && expected === 'own' && !WITHOUT_CALLS.includes(route)) expect(calledAs).not.toEqual([]);
    }
    expect(answers).toEqual(callersOf(route, access).map((who) => [who, ACCESS[access][CALLERS.indexOf(who)]]));
  });

  describe('operators by role and second factor', () => {
    const VERIFIED = { secondFactor: 'verified', secondsSinceSecondFactor: STEP_UP_SECONDS } as const;
    const STALE = { secondFactor: 'verified', secondsSinceSecondFactor: STEP_UP_SECONDS + 1 } as const;
    const TO_VERIFY = { secondFactor: 'to_verify', secondsSinceSecondFactor: null } as const;
    const TO_SET_UP = { secondFactor: 'to_set_up', secondsSinceSecondFactor: null } as const;
    const NOT_REQUIRED = { secondFactor: 'not_required', secondsSinceSecondFactor: null } as const;
    type State = typeof VERIFIED | typeof STALE | typeof TO_VERIFY | typeof TO_SET_UP | typeof NOT_REQUIRED;

    /** The code of the rejection that the permission table demands, or `in`. */
    const demanded = (permission: Permission, role: OperatorRole, state: State): string => {
      const { roles, from, needsStepUp } = ruleOf(permission);
      if (state === TO_VERIFY && from !== 'password') return 'second_factor_required';
      if (state === TO_SET_UP && from === undefined) return 'second_factor_required';
      if (!roles.includes(role)) return 'forbidden';
      const isFresh = state === VERIFIED || state === NOT_REQUIRED || state === TO_SET_UP;
      return needsStepUp && !isFresh ? 'step_up_required' : 'in';
    };
    const REJECTIONS = ['forbidden', 'second_factor_required', 'step_up_required'];

    const operatorRoutes = () =>
      routesOf(gateway).filter(({ route }) => (ROUTES[route] as string | undefined) === 'operator');

    afterAll(() => (session = {}));

    it('every operators’ route declares a permission, and every permission protects something', () => {
      expect(operatorRoutes().filter(({ permission }) => !permission)).toEqual([]);
      const used = new Set(operatorRoutes().map(({ permission }) => permission));
      expect(PERMISSION_NAMES.filter((name) => !used.has(name))).toEqual(['queues.board']);
    });

    /** Every state for one permission of each rule, because rules alone tell states apart. */
    const statesOf = (permission: Permission): State[] => {
      const rule = JSON.stringify(ruleOf(permission));
      const isFirst = PERMISSION_NAMES.find((name) => JSON.stringify(ruleOf(name)) === rule) === permission;
      const states = [VERIFIED, STALE, TO_VERIFY, TO_SET_UP, NOT_REQUIRED];
      return rowsOf(states, (state) => isFirst || state === VERIFIED);
    };

    /** Every route for the role that may do least, and one of each permission for the others, because the guard reads nothing else. */
    const routesFor = (role: OperatorRole) => {
      const all = operatorRoutes();
      const first = new Map(all.toReversed().map(({ route, permission }) => [permission, route]));
      return rowsOf(all, ({ route, permission }) => role === 'read_only' || first.get(permission) === route);
    };

    it.each(OPERATOR_ROLES)('%s: every route, in every state of the second factor', async (role) => {
      const answers: string[] = [];
      const expected: string[] = [];
      for (const { route, permission } of routesFor(role)) {
        for (const state of statesOf(permission!)) {
          session = { role, ...state };
          const { status, code } = await sendAs(route, 'admin');
          expect(status).not.toBe(401);
          const name = `${route} ${state.secondFactor} ${state.secondsSinceSecondFactor}`;
          answers.push(`${name}: ${REJECTIONS.includes(code) ? code : 'in'}`);
          expected.push(`${name}: ${demanded(permission!, role, state)}`);
        }
      }
      expect(answers).toEqual(expected);
    });

    it('a role that is missing in the answer of auth has no access', async () => {
      gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
      const refused = await sendAs('GET /api/admin/jobs', 'admin');
      expect(refused.status).toBe(401);
      gateway.services.answer(authCalls.checkAdminSession, checkSession);
    });

    it('a controller without a declared permission stops the start', () => {
      @Controller('api/admin/things')
      class ThingsController {
        @Get(':id')
        get() {
          return {};
        }
      }
      expect(undeclaredRoutes([ThingsController])).toEqual(['GET /api/admin/things/:id']);
    });
  });

  // Operators connect too, but receive only the topics they subscribe to.
  // oxfmt-ignore
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
