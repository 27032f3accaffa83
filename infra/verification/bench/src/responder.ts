import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { startFakeService } from '@luit/platform/testing/services';
import { ECHO, PING_LIST } from './call-names';

/** The other process of the call benchmark: responds to calls, and to plain list messages for the baseline. */
async function main(): Promise<void> {
  const url = process.argv[2] ?? '';
  const service = await startFakeService('billing', url, { [ECHO.name]: (request: unknown) => request }, [ECHO]);
  const reading = connectRedis(url, 'bare-responder');
  const writing = connectRedis(url, 'bare-replies', { enableAutoPipelining: true });
  let isStopping = false;
  process.once('disconnect', () => {
    isStopping = true;
    // QUIT would wait behind the blocking read, which this ends with an error.
    reading.disconnect();
  });
  process.send?.('ready');
  while (!isStopping) {
    const taken = await reading.blpop(PING_LIST, 0).catch((error: unknown) => {
      if (isStopping) return null;
      throw error;
    });
    if (!taken) continue;
    const message = JSON.parse(taken[1]) as { id: number; reply: string };
    void writing.rpush(message.reply, JSON.stringify({ id: message.id }));
  }
  await Promise.all([service.close(), closeRedis(writing)]);
}

void main();
