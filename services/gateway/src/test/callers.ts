/** Who calls. Invalid tokens have the audience of the route; the other guest token belongs to another request. */
export type Caller =
  | 'nobody'
  | 'other user'
  | 'owner'
  | 'guest token'
  | 'other guest token'
  | 'admin'
  | 'expired'
  | 'wrong audience'
  | 'revoked'
  | 'blocked'
  | 'API key'
  | 'other API key'
  | 'revoked API key'
  | 'API key without scopes'
  | 'test API key';

/**
 * A number is the status of the rejection. `in`: the guards admit the request. `own`: admitted, and services are called for
 * this account only, so that resources of others are not found.
 */
export type Outcome = number | 'in' | 'own';

// oxfmt-ignore
export const ACCESS = {
  public:       ['in', 'in',  'in',  'in',  'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'],
  user:         [401,  'own', 'own', 401,   401,  401,  401,  401,  401,  403,  401,  401,  401,  401, 401],
  userOrGuest:  ['in', 'own', 'own', 401,   401,  401,  401,  401,  401,  403,  401,  401,  401,  401, 401],
  optionalUser: ['in', 'own', 'own', 'in',  'in', 'in', 'in', 'in', 'in', 403,  'in', 'in', 'in', 'in', 'in'],
  ownerOrGuest: [401,  'own', 'own', 'own', 404,  401,  401,  401,  401,  403,  401,  401,  401,  401, 401],
  operator:     [401,  403,   403,   401,   401,  'in', 401,  401,  401,  403,  401,  401,  401,  401, 401],
  // A token of a person is none. A test key acts for the test account of its owner only.
  apiKey:       [401,  401,   401,   401,   401,  401,  401,  401,  401,  401,  'own', 'own', 401, 403, 'own'],
  // The same for keys with the scope of webhooks. A test key acts for no account that has endpoints.
  webhooksKey:  [401,  401,   401,   401,   401,  401,  401,  401,  401,  401,  'own', 'own', 401, 'own', 403],
  // Needs the refresh cookie, which no caller sends.
  cookie:       [401,  401,   401,   401,   401,  401,  401,  401,  401,  401,  401,  401,  401,  401, 401],
  // Needs the token of a runner, which no caller has.
  runner:       [401,  401,   401,   401,   401,  401,  401,  401,  401,  401,  401,  401,  401,  401, 401],
  // Needs a signed link, which no caller has.
  signed:       [403,  403,   403,   403,   403,  403,  403,  403,  403,  403,  403,  403,  403,  403, 403],
} satisfies Record<string, Outcome[]>;
export const CALLERS: Caller[] = [
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
  'API key',
  'other API key',
  'revoked API key',
  'API key without scopes',
  'test API key',
];
