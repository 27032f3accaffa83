import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'The server refuses connections: it is not running, or listens on another port',
  ENOTFOUND: 'The host name does not exist',
  EAI_AGAIN: 'The host name could not be resolved',
  EHOSTUNREACH: 'There is no route to the server',
  ENETUNREACH: 'There is no route to the server',
  ECONNRESET: 'The server closed the connection; it may expect https or plain http',
  EPROTO: 'TLS failed; the server may expect plain http',
  timeout: 'The server did not answer in time',
  forbidden_address: 'The address is private. Only an own server may have one',
  garbage: 'What answers is not a server of this kind',
  http_401: 'The server refuses the credential',
  http_402: 'The account has no funds',
  http_403: 'The credential has no permission',
  http_404: 'The server does not know this path; check the URL and the kind',
  http_429: 'The server limits requests; try again in a moment',
};
const CERTIFICATE = /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO_/;

/** What is wrong with a connection, for the operator who tests it. The words of the server may contain secrets, so they are left out. */
export function connectionFault({ code, message }: ProviderFailure): string {
  const known = FAULTS[code];
  if (known) return known;
  if (CERTIFICATE.test(code)) return `The certificate of the server is not valid: ${message}`;
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  return status ? `The server answers with status ${status}` : `The connection failed: ${code}`;
}
