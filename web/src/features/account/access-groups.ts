import { t } from '@lingui/core/macro';
import { formatDateTime } from '../../lib/format';
import type { Access, AccessKind } from '../../shared/sign-in/access';
import { deviceText } from './device-text';

export interface AccessItem {
  id: string;
  name: string;
  details: string;
  /** Whether it is the session of this page. */
  isCurrent?: boolean;
}

export interface AccessGroup {
  kind: AccessKind;
  title: string;
  items: AccessItem[];
}

const since = (at: string) => {
  const time = formatDateTime(at);
  return t`Since ${time}`;
};
const lastUsed = (at: string) => {
  const time = formatDateTime(at);
  return t`Last used ${time}`;
};

/** When a way to sign in was added and last used. */
export function datesOf({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string {
  return [since(createdAt), lastUsedAt && lastUsed(lastUsedAt)].filter(Boolean).join(' · ');
}

/** All access by its kind, as the page lists it. */
export function accessGroups(access: Access): AccessGroup[] {
  return [
    {
      kind: 'session',
      title: t`Signed-in devices`,
      items: access.sessions.map((session) => ({
        id: session.id,
        name: deviceText(session.device),
        details: [session.ip, lastUsed(session.last_used_at)].filter(Boolean).join(' · '),
        isCurrent: session.current,
      })),
    },
    {
      kind: 'device',
      title: t`Remembered devices`,
      items: access.devices.map(({ id, device, last_seen_at: at }) => ({
        id,
        name: deviceText(device),
        details: lastUsed(at),
      })),
    },
    {
      kind: 'linkedSignIn',
      title: t`Linked sign-ins`,
      items: access.linkedSignIns.map(({ id, provider, email, ...dates }) => ({
        id,
        name: email ? `${provider} · ${email}` : provider,
        details: datesOf(dates),
      })),
    },
    {
      kind: 'passkey',
      title: t`Passkeys`,
      items: access.passkeys.map(({ id, name, ...dates }) => ({ id, name, details: datesOf(dates) })),
    },
    {
      kind: 'apiKey',
      title: t`API keys`,
      items: access.apiKeys.map((key) => ({
        id: key.id,
        name: key.name,
        details: [`${key.prefix}…${key.last4}`, since(key.createdAt), key.lastUsedAt && lastUsed(key.lastUsedAt)]
          .filter(Boolean)
          .join(' · '),
      })),
    },
    {
      kind: 'webhookEndpoint',
      title: t`Webhook endpoints`,
      items: access.webhookEndpoints.map(({ id, url, createdAt }) => ({ id, name: url, details: since(createdAt) })),
    },
    {
      kind: 'pushSubscription',
      title: t`Devices with notifications`,
      items: access.pushSubscriptions.map(({ id, device, createdAt }) => ({
        id,
        name: deviceText(device),
        details: since(createdAt),
      })),
    },
    {
      kind: 'shareLink',
      title: t`Share links`,
      items: access.shareLinks.map(({ requestId, prompt, createdAt }) => ({
        id: requestId,
        name: prompt || t`Restored photo`,
        details: since(createdAt),
      })),
    },
  ];
}
