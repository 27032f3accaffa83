import { decodePushes, encodePushes } from './push-messages';

describe('messages of pushes', () => {
  const push = (length: number) => ({ name: 'generation.requestUpdated', payload: { prompt: 'x'.repeat(length) } });

  const decode = (message: string) => decodePushes(message, 'pushes');

  it('a batch is one message', () => {
    const pushes = Array.from({ length: 100 }, () => push(1_000));
    const messages = encodePushes(pushes);
    expect(messages).toHaveLength(1);
    expect(messages.flatMap(decode)).toEqual(pushes);
    expect(encodePushes([])).toEqual([]);
  });

  it('a large batch is split in order into messages of at most 256 kB, and a larger push has a message of its own', () => {
    const pushes = [1, 100_000, 100_000, 100_000, 300_000, 2].map(push);
    const messages = encodePushes(pushes);
    expect(messages.flatMap(decode)).toEqual(pushes);
    expect(messages.map((message) => decode(message).length)).toEqual([3, 1, 1, 1]);
  });
});
