import type { CallContract, Service } from '@luit/contracts/messages/message';
import { findCall } from '@luit/contracts/messages/registry';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { CallClient } from '../calls/call-client';
import { CallServer } from '../calls/call-server';
import type { CommonConfig } from '../config';
import { closeRedis, connectRedis, RedisClock } from '../redis/redis-connection';
import { asRedisUser } from './redis';

/** Settings of a process under test; TEST_LOG_LEVEL makes it talk. */
export function testConfig(service: Service, redisUrl: string): CommonConfig {
  return {
    mode: 'local',
    logLevel: process.env.TEST_LOG_LEVEL ?? 'silent',
    redisUrl: asRedisUser(service, redisUrl),
    instance: `${service}-${uuidv7()}`,
    healthHost: '127.0.0.1',
    healthPort: 0,
    drainMs: 5_000,
    tracing: null,
  };
}

/** Also checks each answer against its contract, which no process does in production. */
class CheckingCallClient extends CallClient {
  override async call<Request, Response>(
    contract: CallContract<Request, Response>,
    request: Request,
  ): Promise<Response> {
    const answer = await super.call(contract, request);
    assertAnswer(contract, answer);
    return answer;
  }
}

/** @throws Error naming the fields that differ from the contract */
function assertAnswer({ name, output }: CallContract<unknown, unknown>, answer: unknown): void {
  const parsed = output.safeParse(answer);
  if (!parsed.success) throw new Error(`The answer of ${name} breaks its contract: ${z.prettifyError(parsed.error)}`);
}

export interface TestCalls {
  client: CallClient;
  close(): Promise<void>;
}

/** Calls services as another process would: as the gateway, which may make every call, or as who is named. */
export async function connectTestCalls(redisUrl: string, caller: Service = 'gateway'): Promise<TestCalls> {
  const clock = await startClock(redisUrl);
  const client = new CheckingCallClient(asRedisUser(caller, redisUrl), caller, `test-${uuidv7()}`, clock.clock);
  await client.connect();
  return {
    client,
    close: async () => {
      await client.close();
      await clock.stop();
    },
  };
}

type FakeHandler = (request: never) => unknown;

/**
 * Answers some calls of a service with plain functions, over the real transport. Requests are parsed with their contracts;
 * answers may hold only the fields that a test needs.
 */
export async function startFakeService(
  service: Service,
  redisUrl: string,
  handlers: Record<string, FakeHandler>,
  /** Contracts of calls that only the test declares. */
  contracts: CallContract<unknown, unknown>[] = [],
): Promise<{ close(): Promise<void> }> {
  const clock = await startClock(redisUrl);
  const server = new CallServer(service, asRedisUser(service, redisUrl), `fake-${service}-${uuidv7()}`, clock.clock);
  for (const [name, handler] of Object.entries(handlers)) {
    const answer = (request: unknown) => Promise.resolve().then(() => handler(request as never));
    const contract = contracts.find((own) => own.name === name) ?? findCall(name);
    server.addHandler(name, answer, false, { contract });
  }
  server.listen(() => undefined);
  return {
    close: async () => {
      await server.close();
      await clock.stop();
    },
  };
}

async function startClock(redisUrl: string): Promise<{ clock: RedisClock; stop(): Promise<void> }> {
  const redis = connectRedis(redisUrl, `test-clock-${uuidv7()}`);
  const clock = new RedisClock(redis);
  await clock.start();
  return {
    clock,
    stop: async () => {
      clock.stop();
      await closeRedis(redis);
    },
  };
}
