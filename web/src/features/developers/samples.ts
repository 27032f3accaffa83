export type Language = 'curl' | 'TypeScript' | 'Python' | 'Node.js, openai';

/** The programs of the quick start, by language: files of docs/examples. */
export const QUICK_STARTS: { name: Language; files: string[] }[] = [
  { name: 'curl', files: ['create-video.sh', 'wait-for-video.sh', 'download-video.sh'] },
  { name: 'TypeScript', files: ['create-video.ts'] },
  { name: 'Python', files: ['create_video.py'] },
  { name: 'Node.js, openai', files: ['create-video-openai.ts'] },
];

export const LIMIT_HEADERS = `RateLimit-Policy: "requests";q=600;w=60
RateLimit: "requests";r=599;t=1`;

export const WEBHOOK_MESSAGE = `POST /hooks HTTP/1.1
content-type: application/json
webhook-id: 019ac0e4-7c1e-7b6e-a1ff-2f6a5d3c9b10
webhook-timestamp: 1795219263
webhook-signature: v1,…

{
  "type": "video.completed",
  "timestamp": "2026-11-21T00:01:03.500Z",
  "data": { "id": "019abf2e-…", "object": "video", "status": "completed", … }
}`;

/** The pattern of keys: their beginning, 43 random characters and 6 characters of a checksum. */
export const KEY_PATTERN = 'luit_(live|test)_[0-9A-Za-z]{49}';

export const versionHeader = (version: string): string => `Luit-Version: ${version}`;
