const announced = new Set<string>();

/** Returns true once per request, so that either its page or the activity center announces the result, not both. */
export function markAnnounced(requestId: string): boolean {
  if (announced.has(requestId)) return false;
  announced.add(requestId);
  return true;
}
