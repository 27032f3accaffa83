/** The global object of a service worker. TypeScript knows `self` only as that of any worker. */
export const worker = self as unknown as ServiceWorkerGlobalScope;
