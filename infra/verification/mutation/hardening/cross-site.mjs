import { gateway, group } from './guards.mjs';

const requestSources = gateway('access/identities/request-sources.spec.ts');
const trustedOrigin = gateway('http/requests/trusted-origin.spec.ts');
const operatorSessions = gateway('admin/operators/sessions/admin-sessions.spec.ts');
export const crossSite = group('cross-site', [
  {
    name: 'a body has any content type',
    file: gateway('http/requests/request-checks.ts'),
    find: 'if (!isOfType(MEDIA_TYPES[kind], request)) {',
    replace: 'if (false) {',
    spec: requestSources,
    test: 'bodies of other content types are rejected',
  },
  {
    name: 'a page of another site changes data',
    file: gateway('http/requests/request-checks.ts'),
    find: 'if (!isTrustedOrigin(request, webUrl)) {',
    replace: 'if (false) {',
    spec: requestSources,
    test: 'requests of other sites are rejected before a cookie is set',
  },
  {
    name: 'Sec-Fetch-Site: cross-site is ignored',
    file: gateway('http/requests/trusted-origin.ts'),
    find: "if (site === 'cross-site') return false;",
    replace: '',
    spec: trustedOrigin,
    test: 'isTrustedOrigin',
  },
  {
    name: 'Sec-Fetch-Site: same-site is ignored',
    file: gateway('http/requests/trusted-origin.ts'),
    find: "if (origin === undefined) return site !== 'same-site';",
    replace: 'if (origin === undefined) return true;',
    spec: trustedOrigin,
    test: 'isTrustedOrigin',
  },
  {
    name: 'every Origin is trusted',
    file: gateway('http/requests/trusted-origin.ts'),
    find: 'return from.host === host &&',
    replace: 'return from.host !== undefined &&',
    spec: trustedOrigin,
    test: 'isTrustedOrigin',
  },
  {
    name: 'a page without TLS acts for a site with TLS',
    file: gateway('http/requests/trusted-origin.ts'),
    find: "&& (from.protocol === 'https:' || !webUrl.startsWith('https:'))",
    replace: '',
    spec: trustedOrigin,
    test: 'isTrustedOrigin',
  },
  {
    name: 'refresh cookies have no __Host- prefix',
    file: gateway('http/requests/cookies.ts'),
    find: 'isSecure ? `__Host-${this.bareName}` : this.bareName',
    replace: 'this.bareName',
    spec: gateway('account/accounts/accounts.spec.ts'),
    test: 'browsers receive the refresh token as an HttpOnly, SameSite=Strict cookie',
  },
  {
    name: 'operators’ cookies have no __Host- prefix',
    file: gateway('http/requests/cookies.ts'),
    find: 'isSecure ? `__Host-${this.bareName}` : this.bareName',
    replace: 'this.bareName',
    spec: operatorSessions,
    test: 'the cookie has the __Host- prefix',
  },
  ...['httpOnly: true', "sameSite: 'strict'", 'secure: isSecure'].map((attribute) => ({
    name: `cookies lack ${attribute.split(':')[0]}`,
    file: gateway('http/requests/cookies.ts'),
    find: attribute,
    replace: attribute.replace(/true|isSecure/, 'false').replace("'strict'", "'lax'"),
    spec: gateway('account/accounts/accounts.spec.ts'),
    test: 'browsers receive the refresh token as an HttpOnly, SameSite=Strict cookie',
  })),
  {
    name: 'the operators’ cookie alone authorizes changes',
    file: gateway('access/identities/operator-credentials.ts'),
    find: "&& request.headers[PAGE_HEADER] !== '1'",
    replace: '&& false',
    spec: operatorSessions,
    test: 'the cookie alone authorizes reads',
  },
]);
