/** Unrevoked keys of an account. */
export const MAX_API_KEYS = 50;
export const MAX_API_KEY_NAME = 100;
export const MAX_API_KEY_MODELS = 50;
export const MAX_API_KEY_NETWORKS = 50;
/** How long the previous secret of a rotated key stays valid, hours. */
export const ROTATION_OVERLAP_HOURS = 24;
export const MAX_ROTATION_OVERLAP_HOURS = 7 * 24;

/** The permissions of a key. */
export const API_KEY_SCOPES = ['videos:write', 'videos:read', 'billing:read', 'webhooks:write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Live keys spend credits; test keys never spend money. */
export const API_KEY_MODES = ['live', 'test'] as const;
export type ApiKeyMode = (typeof API_KEY_MODES)[number];

/** Dates of the versions of the public API, oldest first; none is in the future. Within a version, routes, fields and values are only added. */
export const API_VERSIONS = ['2026-11-28'] as const;
export const NEWEST_API_VERSION = API_VERSIONS[API_VERSIONS.length - 1]!;
