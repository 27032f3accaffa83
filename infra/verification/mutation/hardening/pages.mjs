import { auth, gateway, group } from './guards.mjs';

const operatorSessions = gateway('admin/operators/sessions/admin-sessions.spec.ts');
const webApps = gateway('pages/web-apps.spec.ts');
const csp = gateway('pages/content-security-policy.ts');
export const tokensAndPages = group('pages', [
  {
    name: 'an operator’s browser receives the token in the body',
    file: gateway('admin/operators/sessions/admin-sessions.service.ts'),
    find: 'return session;',
    replace: 'return { ...session, token };',
    spec: operatorSessions,
    test: 'browsers receive the session as an HttpOnly cookie and no token in the body',
  },
  {
    name: 'a refresh token sent as a cookie is returned in the body',
    file: gateway('account/accounts/refresh-cookie.ts'),
    find: '!fromCookie && ',
    replace: '',
    spec: gateway('account/accounts/accounts.spec.ts'),
    test: 'a refresh token sent as a cookie is returned as a cookie',
  },
  {
    name: 'every page runs the checkout script',
    file: csp,
    find: 'const page = headersOf(pageDirectives(config), config);',
    replace: 'const page = headersOf(checkoutDirectives(config), config);',
    spec: webApps,
    test: '/pricing allows neither the payment provider nor framing',
  },
  {
    name: 'operators’ pages run the checkout script',
    file: csp,
    find: 'const operators = headersOf(operatorDirectives(config), config);',
    replace: 'const operators = headersOf(checkoutDirectives(config), config);',
    spec: webApps,
    test: '/admin/jobs allows neither the payment provider nor framing',
  },
  {
    name: 'operators’ pages have the policy of other pages',
    file: csp,
    find: "isUnder(path, '/admin') ? operators : page",
    replace: 'page',
    spec: webApps,
    test: 'operators’ pages allow no inline styles except the toasts’',
  },
  {
    name: 'a session sets a password without the current one',
    file: auth('identity/password-changes/password-changes.service.ts'),
    find: 'if (session.isPasswordReset) return undefined;',
    replace: 'if (session.isPasswordReset || !currentPassword) return undefined;',
    spec: auth('identity/password-changes/password-changes.spec.ts'),
    test: 'a regular session needs the current password',
  },
  {
    name: 'a session sets a password with a wrong current one',
    file: auth('identity/password-changes/password-changes.service.ts'),
    find: 'if (!checkedHash) throw wrongPassword();',
    replace: '',
    spec: auth('identity/password-changes/password-changes.spec.ts'),
    test: 'a regular session needs the current password',
  },
]);
