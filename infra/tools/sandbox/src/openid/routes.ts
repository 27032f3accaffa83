import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VendorError } from '../vendor-scope';
import type { OpenIdProvider, Person } from './openid-provider';

/** An error of OAuth (RFC 6749, section 5.2). */
export class OpenIdError extends Error implements VendorError {
  readonly body: object;

  constructor(readonly statusCode: number) {
    super(`The provider answered ${statusCode}`);
    this.body = { error: statusCode < 500 ? 'invalid_request' : 'server_error' };
  }
}

interface Form {
  Querystring: { email?: string; name?: string; verified?: string };
}

/** Registers the provider under the prefix of its issuer. */
export function openIdRoutes(app: FastifyInstance, openId: OpenIdProvider): void {
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  /** Signs in the person that a test has prepared, or whoever fills in the form. */
  app.get<Form>('/interaction/:uid', async (request, reply) => {
    const person = openId.takePrepared() ?? typedIn(request.query);
    if (!person) return reply.type('text/html; charset=utf-8').send(SIGN_IN_FORM);
    const provider = await openId.provider();
    const result = { login: { accountId: openId.admit(person), remember: false } };
    reply.hijack();
    await provider.interactionFinished(request.raw, reply.raw, result);
  });

  app.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const provider = await openId.provider();
    reply.hijack();
    const { raw } = request;
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(app.prefix.length) || '/' });
    await provider.callback()(raw, reply.raw);
  });
}

function typedIn({ email, name, verified }: Form['Querystring']): Person | null {
  return email ? { email, name: name || email, verified: verified === 'on' } : null;
}

const SIGN_IN_FORM = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Sandbox sign-in</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 24rem; margin: 4rem auto; padding: 0 1rem } label { display: block; margin: 1rem 0 }
input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .5rem }</style>
<h1>Sandbox sign-in</h1>
<p>This stands in for Google or another OpenID provider. Nothing is checked.</p>
<form>
<label>Email <input name="email" type="email" required value="asha@example.com"></label>
<label>Name <input name="name" required value="Asha Das"></label>
<label><input name="verified" type="checkbox" checked> The address is verified</label>
<button>Sign in</button>
</form>
`;
