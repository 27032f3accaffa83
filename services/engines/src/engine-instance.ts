import type { VIDEO_DIALECTS } from '@luit/contracts/generation/catalog/vocabulary';

/** Protocols of servers with GPUs. */
export type EngineKind = 'comfyui' | 'comfy-v2' | 'videos-api';

/** Servers of the Videos API differ in the bodies that they take and in what their answers mean. */
export type VideoDialect = (typeof VIDEO_DIALECTS)[number];

/** One server, as its operator has configured it. */
export interface EngineInstance {
  id: string;
  kind: EngineKind;
  /** Of `videos-api`. */
  dialect: VideoDialect | null;
  /** Without a slash at the end. */
  baseUrl: string;
  /** A token, sent as `Authorization: Bearer`; or a header with its value, such as `X-API-Key: …`. */
  credential: string | null;
  /** Private addresses and plain HTTP are allowed, and a task that the server forgot is submitted again. */
  isOwn: boolean;
}
