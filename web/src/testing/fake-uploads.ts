import { errorResponse, jsonResponse, type RecordedCall } from './fake-server';

const LOCATION = '/api/uploads/resumable/u1';

/** A server of resumable uploads that holds one upload. Change its fields to make it misbehave. */
export class FakeUploads {
  /** Bytes that arrived. */
  offset = 0;
  /** Answers the next parts before they arrive. */
  failures: Response[] = [];
  /** Answers the end of the upload instead of the link. */
  rejection: Response | null = null;
  /** Holds parts back until it resolves. */
  held: Promise<void> | null = null;

  readonly routes = {
    'POST /api/uploads/resumable': () => {
      this.offset = 0;
      return jsonResponse({ upload_id: 'u1' }, { status: 201 });
    },
    [`HEAD ${LOCATION}`]: () => this.atOffset(),
    [`PATCH ${LOCATION}`]: async ({ body, headers }: RecordedCall) => {
      const failure = this.failures.shift();
      if (failure) return failure;
      await this.held;
      if (Number(headers.get('upload-offset')) !== this.offset) return errorResponse(409, 'conflict', 'Wrong offset');
      this.offset += (body as Blob).size;
      return this.atOffset();
    },
    [`POST ${LOCATION}/image`]: () => this.rejection ?? jsonResponse({ image_url: '/api/files/1' }, { status: 201 }),
  };

  private atOffset(): Response {
    return new Response(null, { status: 204, headers: { 'upload-offset': String(this.offset) } });
  }
}
