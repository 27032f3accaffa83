const TEXTS: Record<number, string> = {
  400: 'The request is not valid',
  401: 'The token is missing or not valid',
  403: 'The token was signed with another key than the one of the subscription',
  404: 'The subscription does not exist',
  410: 'The subscription has ended',
  413: 'The message is too large',
  429: 'Too many messages',
};

export class PushError extends Error {
  constructor(readonly statusCode: number) {
    super(TEXTS[statusCode] ?? 'The push service failed');
  }

  get body(): Record<string, unknown> {
    return { code: this.statusCode, error: this.message };
  }
}
