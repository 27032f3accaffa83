import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { startFakeService } from '@luit/platform/testing/services';
import { ECHO, PING_LIST } from './call-names';

/** The other process of the call benchmark: responds to calls, and to plain list messages for the baseline. */
async function main(): Promise<void> {
  const url = process.argv[2] ?? '';
  await startFakeService('billing', url, { [ECHO.name]: (request: unknown) => request }, [ECHO]);
  const reading = connectRedis(url, 'bare-responder');
  const writing = connectRedis(url, 'bare-replies', { enableAutoPipelining: true });
  process.on('disconnect', () => {
    void Promise.all([closeRedis(reading), closeRedis(writing)]).then(() => process.exit(0));
  });
  process.send?.('ready');
  for (;;) {
    const taken = await reading.blpop(PING_LIST, 0);
    const message = JSON.parse(taken?.[1] ?? '{}') as { id: number; reply: string };
    void writing.rpush(message.reply, JSON.stringify({ id: message.id }));
  }
}

void main();
