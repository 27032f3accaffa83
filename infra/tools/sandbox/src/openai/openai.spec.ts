import { type RunningSandbox, startSandbox } from '../sandbox';
import { rewritePrompt } from './rewrite-prompt';

describe('chat completions', () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  const chat = (body: object, key = sandbox.openai.apiKey) =>
    fetch(`${sandbox.url}/openai/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const messages = [{ role: 'user', content: 'a video of a boat' }];

  it('rewrites the prompt', async () => {
    const answer = await chat({ model: 'any', messages });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      model: 'any',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: rewritePrompt('a boat') } }],
    });
  });

  it.each([
    ['a wrong key', { model: 'any', messages }, 'wrong', 401],
    ['no messages', { model: 'any', messages: [] }, undefined, 400],
  ])('rejects a request with %s', async (_, body, key, status) => {
    const answer = await chat(body, key);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });

  it.each([
    [
      'Make a video of an old boat.',
      'An old boat, moving gently, in soft morning light, slow camera from left to right.',
    ],
    ['A kite flies at dusk, close-up', 'A kite flies at dusk, close-up.'],
  ])('"%s" becomes "%s"', (prompt, expected) => expect(rewritePrompt(prompt)).toBe(expected));
});
