import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie that only this host can set and no script can read. With TLS its name has the `__Host-` prefix, which browsers
 * accept only from the host itself, on path `/` and over TLS
 * ([RFC 6265bis, section 4.1.3.2](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis)).
 */
export class HostCookie {
  constructor(private readonly bareName: string) {}

  read(request: FastifyRequest, isSecure: boolean): string | undefined {
    return request.cookies[this.nameFor(isSecure)];
  }

  /** Reads a raw `Cookie` header, for socket handshakes. */
  readHeader(header: string | undefined, isSecure: boolean): string | undefined {
    return fastifyCookie.parse(header ?? '')[this.nameFor(isSecure)];
  }

  set(reply: FastifyReply, value: string, isSecure: boolean, maxAgeSeconds: number): void {
    reply.setCookie(this.nameFor(isSecure), value, { ...attributesFor(isSecure), maxAge: maxAgeSeconds });
  }

  clear(reply: FastifyReply, isSecure: boolean): void {
    reply.clearCookie(this.nameFor(isSecure), attributesFor(isSecure));
  }

  private nameFor(isSecure: boolean): string {
    return isSecure ? `__Host-${this.bareName}` : this.bareName;
  }
}

function attributesFor(isSecure: boolean) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
}
