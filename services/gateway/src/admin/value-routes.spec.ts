import type { OperatorSession } from '@luit/contracts/auth/admins';
import { authCalls } from '@luit/contracts/auth/messages';
import {
  isPermitted,
  OPERATOR_ROLES,
  type Permission,
  ruleOf,
  STEP_UP_SECONDS,
} from '@luit/contracts/auth/operator-permissions';
import { APPROVAL_PERMISSIONS } from '@luit/contracts/billing/approval-permissions';
import type { Approval } from '@luit/contracts/billing/approvals';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { CallContract } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import request from 'supertest';
import { z } from 'zod';
import { startGatewayTestApp, type GatewayTestApp, userOf } from '../test/gateway-test-app';
import { ROUTES } from '../test/route-access';
import { routesOf } from '../test/test-routes';
import { GIVING, type Giving, ID, PACK, VALUE_FREE, VALUE_FREE_CALLS } from '../test/value-routes';
import { activeOperator } from '../test/test-operators';
import { newUser, tokenFor } from '../test/test-tokens';

const CASES = Object.entries(GIVING).flatMap(([route, cases]) =>
  [cases].flat().map((giving) => ({ route, ...giving, name: `${route} (${giving.approves})` })),
);

describe('routes with which operators give value', () => {
  let gateway: GatewayTestApp;
  let session: Partial<OperatorSession> = {};
  /** The limits of approvals: for everything, or none. */
  let limits: { refundPaise: number | null; credits: number | null };
  const user = newUser();

  const unlessLimited = <Answer>(answer: () => Answer) => {
    return (): Answer => {
      if (limits.credits === null) return answer();
      throw new LuitError('approval_required', 'A second operator must approve this', {
        details: { limit: 0, before: 0 },
      });
    };
  };

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const { services } = gateway;
    // Values that no test reads may be anything: the calls are recorded.
    services.answerOthers(() => {
      throw new LuitError('conflict', 'Asked for');
    });
    services.answer(authCalls.checkAdminSession, () => activeOperator(session));
    services.answer(authCalls.getUser, () => userOf(user));
    services.answer(billingCalls.getSettings, () => ({
      signupGrant: { credits: 10, expiresInDays: 7 },
      confirmAbove: { refundPaise: 100_000_000, credits: 1_000_000_000 },
      approveAbove: limits,
    }));
    services.answer(billingCalls.wasApprovalRequested, () => ({ wasRequested: false }));
    services.answer(billingCalls.getBalance, () => ({ credits: 7, available: 7, held: 0 }));
    services.answer(billingCalls.getAccountDeletionAmount, () => ({ amountPaise: 9_900 }));
    services.answer(billingCalls.listPacks, () => ({ creditPacks: [] }));
    services.answer(billingCalls.listAllPacks, () => ({
      creditPacks: [{ ...PACK, id: ID, credits: 10, price: 20, archived_at: null }],
    }));
    services.answer(billingCalls.previewRefund, ({ amountPaise }) => ({
      ...{ amountPaise, credits: 1, keptCredits: 0, balanceAfter: 0, refundableAfterPaise: 0 },
    }));
    services.answer(
      billingCalls.countJobRefunds,
      unlessLimited(() => ({})),
    );
    services.answer(
      billingCalls.countAccountDeletion,
      unlessLimited(() => ({ amountPaise: 9_900 })),
    );
    for (const call of [
      billingCalls.createPack,
      billingCalls.changePack,
      billingCalls.createPromoCode,
      billingCalls.refundUnmatched,
      billingCalls.recordRefundPaid,
      operationsCalls.publishModel,
    ])
      services.answer(
        call as CallContract<unknown, unknown>,
        unlessLimited(() => {
          throw new LuitError('conflict', 'Asked for');
        }),
      );
    services.answer(operationsCalls.getJob, ({ id }) => {
      const job = { id, cost_credits: 18, user_id: user.id };
      return { job, takedowns: [], takedownCredits: 18 } as never;
    });
    services.answer(operationsCalls.getTakedownSettings, () => ({ returnsCredits: false }));
    const amounts = [{ userId: user.id, amount: 18 }];
    services.answer(operationsCalls.getJobPreview, () => ({ action: 'refund', jobs: 1, credits: 18, amounts }));
    const plan = { id: ID, type: 'video', name: 'Standard', duration: 5, quality: '480p', credits: 18, popular: true };
    services.answer(operationsCalls.listAllPlans, () => ({ plans: [plan as never] }));
    const model = { id: ID, revision: 1, entry: {}, revisions: [] };
    services.answer(operationsCalls.getModel, () => model as never);
    services.answer(authCalls.listOperators, () => ({ operators: [], invitations: [] }));
    services.answer(operationsCalls.takeDown, () => ({}));
    services.answer(billingCalls.requestApproval, ({ action }) => ({ id: ID, action, state: 'pending' }) as Approval);
  });
  beforeEach(() => {
    session = {};
    limits = { refundPaise: 0, credits: 0 };
    for (const { gives } of CASES) gateway.services.received(gives);
    gateway.services.received(billingCalls.requestApproval);
  });
  afterAll(() => gateway.close());

  const send = async (route: string, body: object): Promise<string> => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await request(gateway.url)
      [method.toLowerCase() as 'post' | 'patch' | 'delete'](path.replace(/:\w+/g, ID))
      .set('authorization', `Bearer ${tokenFor(gateway.operators, gateway.user)}`)
      .send(body);
    return (answer.body as { code?: string }).code ?? '';
  };
  /** Whether the call gave value: a takedown without credits gives none. */
  const gave = ({ gives }: Giving): boolean =>
    gateway.services.received(gives).some((sent) => (sent as { returnsCredits?: boolean }).returnsCredits !== false);

  it('each route of operators that changes something is classified', () => {
    const routes = routesOf(gateway)
      .map(({ route }) => route)
      .filter((route) => (ROUTES[route] as string | undefined) === 'operator' && !route.startsWith('GET '));
    expect([...Object.keys(GIVING), ...Object.keys(VALUE_FREE)].sort()).toEqual(routes.sort());
  });

  it('each call of an operator to billing or generation is classified', () => {
    const calls = Object.values<CallContract<unknown, unknown>>({
      ...billingCalls,
      ...generationCalls,
      ...operationsCalls,
    });
    const byOperator = calls.filter(({ input }) => {
      const schema = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
      return schema.includes('"adminId"');
    });
    const giving = new Set(CASES.map(({ gives }) => gives.name));
    const names = new Set(byOperator.map(({ name }) => name));
    const classified = [...VALUE_FREE_CALLS, ...[...giving].filter((name) => name !== authCalls.deleteAccount.name)];
    expect(classified.sort()).toEqual([...names].sort());
  });

  it('each kind of approval is requested by a route', () => {
    expect([...new Set(CASES.map(({ approves }) => approves))].sort()).toEqual(
      Object.keys(APPROVAL_PERMISSIONS).sort(),
    );
  });

  it.each(CASES)('$name waits for approval', async ({ route, body, approves, isRefusedByService, ...giving }) => {
    await send(route, body);
    const requested = gateway.services.received(billingCalls.requestApproval).map(({ action }) => action.kind);
    expect(requested).toEqual([approves]);
    expect(gave({ approves, body, ...giving })).toBe(isRefusedByService ?? false);
  });

  it.each(CASES)('$name needs step-up', async ({ route, body, ...giving }) => {
    session = { secondsSinceSecondFactor: STEP_UP_SECONDS + 1 };
    limits = { refundPaise: null, credits: null };
    expect(await send(route, body)).toBe('step_up_required');
    expect(gave({ body, ...giving })).toBe(false);
  });

  it.each(CASES)('$name needs the permission of each side effect', async ({ route, body, also = [], ...giving }) => {
    const { permission } = routesOf(gateway).find((declared) => declared.route === route)!;
    limits = { refundPaise: null, credits: null };
    for (const role of OPERATOR_ROLES.filter((one) => ruleOf(permission!).roles.includes(one))) {
      session = { role };
      await send(route, body);
      if (!also.every((one) => isPermitted(role, one)))
        expect([role, gave({ body, ...giving })]).toEqual([role, false]);
      else if (giving.approves !== 'limits') expect([role, gave({ body, ...giving })]).toEqual([role, true]);
    }
  });

  it.each(CASES)(
    'whoever approves $name is permitted to do it, with its side effects',
    ({ route, approves, also = [] }) => {
      const { permission } = routesOf(gateway).find((declared) => declared.route === route)!;
      const needed: readonly Permission[] = APPROVAL_PERMISSIONS[approves];
      // The takedown itself has happened; its credits are approved.
      const isDone = permission === 'takedowns.take_down' || permission === 'content_reports.decide';
      const all = isDone ? also.filter((one) => one !== 'takedowns.take_down') : [permission!, ...also];
      for (const role of OPERATOR_ROLES) {
        if (needed.every((one) => isPermitted(role, one)))
          expect(all.filter((one) => !isPermitted(role, one))).toEqual([]);
      }
    },
  );
});
