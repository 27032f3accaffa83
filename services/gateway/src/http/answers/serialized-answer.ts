import { wrap } from './envelope.interceptor';

declare const answer: unique symbol;

/** The JSON text of a response with its envelope. It is sent as it is, so a cached response is serialized once. */
export type SerializedAnswer<Answer> = string & { readonly [answer]: Answer };

/** The content type of a `SerializedAnswer`. */
export const JSON_TYPE = 'application/json; charset=utf-8';

export function serializeAnswer<Answer extends object>(fields: Answer): SerializedAnswer<Answer> {
  return JSON.stringify(wrap(fields, false)) as SerializedAnswer<Answer>;
}
