/** Fields of calls and events that name the account they are about, the most specific one first. */
const FIELDS = [
  'userId',
  'accountId',
  'email',
  'requestId',
  'orderId',
  'razorpayOrderId',
  'refreshToken',
  'token',
] as const;

/** The account that a call or an event is about. Undefined if it is about no one in particular, as batches and operators' lists are. */
export function accountOf(payload: unknown): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const fields = payload as Partial<Record<(typeof FIELDS)[number], unknown>> & { buyer?: unknown };
  for (const field of FIELDS) {
    const value = fields[field];
    if (typeof value === 'string') return value;
  }
  return accountOf(fields.buyer);
}
