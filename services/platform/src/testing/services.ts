import type { CallContract, Service } from '@luit/contracts/messages/message';
import { findCall } from '@luit/contracts/registry/registry';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { CallClient } from '../calls/call-client';
import { CallHandlers } from '../calls/call-handlers';
import { CallServer } from '../calls/call-server';
import type { CommonConfig } from '../config';
import { RedisClock } from '../redis/redis-clock';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { asRedisUser } from './redis';

/** Configuration of a process under test. It logs only if TEST_LOG_LEVEL is set. */
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

/** A test may share a slow machine with others. Calls that are meant to time out still do. */
const PATIENCE = 4;

/** Waits longer than production clients do, and validates each response against its contract. */
class ValidatingCallClient extends CallClient {
  override async call<Request, Response>(
    contract: CallContract<Request, Response>,
    request: Request,
  ): Promise<Response> {
    const response = await super.call({ ...contract, timeoutMs: contract.timeoutMs * PATIENCE }, request);
    assertResponse(contract, response);
    return response;
  }
}

/** @throws Error naming the fields that violate the contract */
function assertResponse({ name, output }: CallContract<unknown, unknown>, response: unknown): void {
  const parsed = output.safeParse(response);
  if (!parsed.success)
    throw new Error(`The response of ${name} violates its contract: ${z.prettifyError(parsed.error)}`);
}

export interface TestCalls {
  client: CallClient;
  close(): Promise<void>;
}

/** Creates a client that calls services as another service, by default as the gateway, which can make every call. */
export async function connectTestCalls(redisUrl: string, caller: Service = 'gateway'): Promise<TestCalls> {
  const clock = await startClock(redisUrl);
  const client = new ValidatingCallClient(asRedisUser(caller, redisUrl), caller, `test-${uuidv7()}`, clock.clock);
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
 * Handles some calls of a service with plain functions over the real transport. Requests are validated; responses may
 * contain only the fields that a test needs.
 */
export async function startFakeService(
  service: Service,
  redisUrl: string,
  handlers: Record<string, FakeHandler>,
  /** Contracts of calls that only the test declares. */
  contracts: CallContract<unknown, unknown>[] = [],
): Promise<{ close(): Promise<void> }> {
  const clock = await startClock(redisUrl);
  const found = Object.entries(handlers).map(([name, handler]) => {
    const contract = contracts.find((own) => own.name === name) ?? findCall(name);
    if (!contract) throw new Error(`No contract is named ${name}`);
    return { mark: [contract], method: handler };
  });
  const redis = asRedisUser(service, redisUrl);
  const server = new CallServer(
    service,
    new CallHandlers(service, found),
    redis,
    `fake-${service}-${uuidv7()}`,
    clock.clock,
  );
  server.start();
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
