import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { BillingProfile, User } from '@luit/contracts/auth/users';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

/** Devices with a session, most recently used first. */
export function devicesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: async () => (await api.call<{ sessions: DeviceSession[] }>('/api/auth/sessions')).sessions,
  });
}

export function signOutDevice(api: ApiClient, id: string): Promise<void> {
  return api.call(`/api/auth/sessions/${id}`, { method: 'DELETE' });
}

/** Signs out all devices except this one. */
export function signOutOthers(api: ApiClient): Promise<void> {
  return api.call('/api/auth/signout?scope=others', { method: 'POST' });
}

export async function changeName(api: ApiClient, name: string): Promise<User> {
  return (await api.call<{ user: User }>('/api/auth/user', { method: 'PATCH', body: { name } })).user;
}

/** Sets the buyer details for invoices; null removes them. @throws ApiError with `details` per field */
export async function changeBillingProfile(api: ApiClient, billingProfile: BillingProfile | null): Promise<User> {
  return (await api.call<{ user: User }>('/api/auth/user', { method: 'PATCH', body: { billingProfile } })).user;
}
