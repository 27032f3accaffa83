import { type Permission, ruleOf } from '@luit/contracts/auth/operator-permissions';
import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Kept up to date by `npm run generate`; `npm test` fails if it is not. */
const DOCUMENT = resolve(__dirname, '../../../../../docs/openapi.json');
const CHANGING = ['post', 'put', 'patch', 'delete'] as const;

interface Route {
  route: string;
  permission?: Permission;
  /** Whether it accepts an `Idempotency-Key`. */
  isKeyed: boolean;
}

/** Why sending the same request twice has one effect without an idempotency key. */
const REPEATABLE: Record<string, readonly string[]> = {
  'a decision or an end that happens once': [
    'POST /api/admin/approvals/{id}/approve',
    'POST /api/admin/approvals/{id}/decline',
    'POST /api/admin/jobs/{id}/declare-lost',
    'POST /api/admin/promo-codes/{id}/disable',
    'POST /api/requests/{id}/cancel',
    'POST /runner/v1/jobs/{id}/result',
    'POST /v1/videos/{id}/cancel',
    'POST /v1/images/{id}/cancel',
    'POST /v1/restorations/{id}/cancel',
    'POST /api/safety/refusals/{id}/appeal',
  ],
  'the refund in its path is paid once': ['POST /api/admin/refunds/{id}/retry'],
  'the preview in its body is applied once': ['POST /api/admin/bulk-actions'],
  'the payment or event in its body counts once': [
    'POST /api/payments/verify',
    'POST /api/webhooks/razorpay',
    'POST /api/webhooks/providers/{provider}/{token}',
  ],
  'its body has the id or the values that it sets': [
    'PATCH /api/admin/settings',
    'PATCH /api/admin/settings/output-label',
    'PATCH /api/admin/settings/takedowns',
    'PUT /api/admin/models/{id}/default',
    'PATCH /api/auth/user',
    'PATCH /api/auth/passkeys/{id}',
    'PATCH /api/collections/{id}',
    'POST /api/collections/{id}/items',
    'POST /api/collections/{id}/removed-items',
    'PATCH /api/keys/{id}',
    'PATCH /api/uploads/resumable/{id}',
    'PATCH /api/webhook-endpoints/{id}',
    'PATCH /v1/webhook_endpoints/{id}',
  ],
  'it records what providers cost and moves no credits': [
    'POST /api/admin/provider-costs/exchange-rates',
    'POST /api/admin/provider-costs/prices',
  ],
  'the id in its entry exists once': ['POST /api/admin/models'],
  'it is deleted once': ['DELETE /api/admin/models/{id}'],
  'one check of a model runs at a time': ['run', 'schema'].map((kind) => `POST /api/admin/model-checks/${kind}`),
  'its tool calls carry the key': ['POST /mcp'],
  'it spends, gives and refunds nothing': [
    ...['export', 'export/download'].map((path) => `POST /api/auth/account/${path}`),
    ...['start', 'link/start', 'confirm/start', 'finish', 'signup', 'link', 'link/mail'].map(
      (path) => `POST /api/auth/openid/${path}`,
    ),
    ...['', '/start', '/confirm', '/sign-in', '/sign-in/start'].map((path) => `POST /api/auth/passkeys${path}`),
    ...['confirm', 'confirm-password', 'forgot', 'recover', 'refresh', 'resend', 'signin', 'signout', 'signup'].map(
      (path) => `POST /api/auth/${path}`,
    ),
    'POST /api/admin/invitations/accept',
    'POST /api/admin/login',
    'POST /api/collections',
    'POST /api/credits/check',
    'POST /api/predictions',
    'POST /api/prompt-help/improve',
    'POST /api/uploads',
    'POST /api/uploads/resumable',
    'POST /api/uploads/resumable/{id}/image',
    'POST /api/verify',
    'POST /api/webhook-deliveries/{id}/replay',
    ...['replay', 'test'].map((path) => `POST /api/webhook-endpoints/{id}/${path}`),
    'POST /api/zip-downloads',
    'POST /runner/v1/claims',
    'POST /runner/v1/jobs/{id}/heartbeat',
    'POST /v1/quotes',
    'POST /v1/webhook_endpoints/{id}/test',
  ],
};

/** Every route that changes something. */
function changingRoutes(): Route[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject;
  return Object.entries(paths).flatMap(([path, item]) =>
    CHANGING.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { 'x-operator-permission': permission } = operation as { 'x-operator-permission'?: Permission };
      const isKeyed = JSON.stringify(operation.parameters ?? []).includes('Idempotency-Key');
      return [{ route: `${method.toUpperCase()} ${path}`, permission, isKeyed }];
    }),
  );
}

/** Operators move value with the permissions that the table marks; everyone else could with any route but a PUT or a DELETE. */
function mayMoveValue({ route, permission }: Route): boolean {
  return permission ? ruleOf(permission).isMoney === true : !/^(PUT|DELETE) /.test(route);
}

describe('routes that may spend, give or refund', () => {
  const routes = changingRoutes();

  it('each accepts an idempotency key, or is listed with the reason why repeating it has one effect', () => {
    const unkeyed = routes.filter((each) => mayMoveValue(each) && !each.isKeyed).map(({ route }) => route);
    expect(Object.values(REPEATABLE).flat().sort()).toEqual(unkeyed.sort());
  });

  it('what creates a job, an order, credits, a refund or a secret accepts a key', () => {
    const keyed = routes.filter(({ isKeyed }) => isKeyed).map(({ route }) => route);
    expect(keyed).toEqual(
      expect.arrayContaining([
        ...[
          'generate',
          'generate-from-image',
          'generate-image-video',
          'generate-images',
          'restore',
          'restore-from-image',
        ].map((path) => `POST /api/${path}`),
        ...['videos', 'videos/{id}/remix', 'images', 'images/generations', 'images/edits', 'restorations'].map(
          (path) => `POST /v1/${path}`,
        ),
        'POST /api/requests/{id}/retry',
        'POST /api/payments/order',
        'POST /api/payments/{transactionId}/refund',
        'POST /api/credits/redeem',
        'POST /api/credits/deduct',
        ...['retry', 'cancel', 'refund'].map((action) => `POST /api/admin/jobs/{id}/${action}`),
        ...['keys', 'keys/{id}/rotate', 'webhook-endpoints', 'webhook-endpoints/{id}/rotate'].map(
          (path) => `POST /api/${path}`,
        ),
        ...['', '/{id}/rotate_secret'].map((path) => `POST /v1/webhook_endpoints${path}`),
        'POST /api/admin/jobs/bulk',
        'POST /api/admin/transactions/{id}/refund',
        'POST /api/admin/promo-codes',
        'PATCH /api/admin/users/{id}/credits',
      ]),
    );
  });
});
