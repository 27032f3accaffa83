import { billingPushes } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationPushes } from '@luit/contracts/generation/messages';
import { call } from '@luit/contracts/messages/message';
import { Injectable, Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { type RunningService, startCallService } from './bootstrap';
import { OnCall } from './calls/on-call';
import type { CommonConfig } from './config';
import { PlatformModule } from './platform.module';
import { OnPush } from './pushes/on-push';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from './testing/redis';
import { connectTestCalls, type TestCalls, testConfig } from './testing/services';

const nothing = { input: z.object({}), output: z.never() };
const refuse = call('gateway.refuse', nothing);
const refuseLater = call('gateway.refuseLater', nothing);
const breakDown = call('gateway.breakDown', nothing);

@Injectable()
class Refusals {
  @OnCall(refuse)
  refuse(): never {
    throw new LuitError('conflict', 'Conflict', { details: { reason: 'test' } });
  }

  @OnCall(refuseLater)
  async refuseLater(): Promise<never> {
    throw new LuitError('not_found', 'Not found');
  }

  @OnCall(breakDown)
  async breakDown(): Promise<never> {
    throw new Error('a secret cause');
  }
}

/** Handles every push that the gateway must handle. */
@Injectable()
class PushHandlers {
  @OnPush(generationPushes.requestUpdated)
  requestUpdated(): void {}

  @OnPush(billingPushes.balanceChanged)
  balanceChanged(): void {}

  @OnPush(generationPushes.runnerJobsWaiting)
  runnerJobsWaiting(): void {}

  @OnPush(generationPushes.runnerTokenRevoked)
  runnerTokenRevoked(): void {}
}

const hooks = { init: 0, bootstrap: 0 };

@Injectable()
class HookCounter implements OnModuleInit, OnApplicationBootstrap {
  onModuleInit(): void {
    hooks.init += 1;
  }

  onApplicationBootstrap(): void {
    hooks.bootstrap += 1;
  }
}

@Module({})
class ServiceModule {
  static forRoot(config: CommonConfig) {
    return {
      module: ServiceModule,
      imports: [PlatformModule.forRoot({ service: 'gateway', config })],
      providers: [Refusals, PushHandlers, HookCounter],
    };
  }
}

describe('a service that serves calls', () => {
  let redis: TestRedis;
  let service: RunningService;
  let calls: TestCalls;

  beforeAll(async () => {
    redis = await takeTestRedis();
    const config = testConfig('gateway', redis.url);
    service = await startCallService('gateway', ServiceModule.forRoot(config), config);
    calls = await connectTestCalls(redis.url);
  });

  afterAll(async () => {
    await calls.close();
    await service.close();
    await giveBackTestRedis(redis);
  });

  it('replies with the error that its handler threw', async () => {
    await expect(calls.client.call(refuse, {})).rejects.toMatchObject({
      code: 'conflict',
      message: 'Conflict',
      details: { reason: 'test' },
    });
    await expect(calls.client.call(refuseLater, {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('hides the cause of an unexpected error', async () => {
    const error = await calls.client.call(breakDown, {}).catch((e: LuitError) => e);
    expect(error).toMatchObject({ code: 'internal_error' });
    expect(JSON.stringify(error)).not.toContain('secret cause');
  });

  it('runs each lifecycle hook once', () => {
    expect(hooks).toEqual({ init: 1, bootstrap: 1 });
  });
});
