import { hasCredentials } from '@luit/contracts/messages/fields';
import { type EnvironmentRule, isPlaceholder } from '@luit/platform/security/production-rules';
import { z } from 'zod';

/** The OpenID provider at which users can sign in, and the credentials of this installation there. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** `https://CLIENT_ID:CLIENT_SECRET@issuer`, both percent-encoded. */
export const openIdUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => hasCredentials(text) && URL.canParse(text) && Boolean(parse(text)), {
    error: 'must be https://CLIENT_ID:CLIENT_SECRET@issuer, with special characters percent-encoded',
  });

/** Applies in production. */
export const openIdSecret: EnvironmentRule = ({ OIDC_URL: url }) => {
  const settings = url && URL.canParse(url) ? parse(url) : null;
  if (!settings || !isPlaceholder(settings.clientSecret)) return [];
  return ['OIDC_URL: still contains a placeholder; set the client secret from your provider'];
};

export function openIdSettings(url?: string): OpenIdSettings | null {
  return url ? parse(url) : null;
}

/** Null without both credentials. */
function parse(text: string): OpenIdSettings | null {
  const url = new URL(text);
  const [clientId, clientSecret] = [url.username, url.password].map(decode);
  if (!clientId || !clientSecret || url.search || url.hash) return null;
  Object.assign(url, { username: '', password: '' });
  return { issuer: url.href, clientId, clientSecret };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
