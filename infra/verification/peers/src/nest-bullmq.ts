import 'reflect-metadata';
import { BullModule, InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { OnQueueEvent, OnWorkerEvent, QueueEventsHost, QueueEventsListener } from '@nestjs/bullmq';
import { Body, Controller, Headers, HttpCode, HttpException, Module, Post, Sse, ValidationPipe } from '@nestjs/common';
import { createParamDecorator, type ExecutionContext, Injectable, type MessageEvent } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import type { Job, Queue } from 'bullmq';
import { IsString, MaxLength } from 'class-validator';
import { filter, map, Subject } from 'rxjs';
import { DataSource, Repository } from 'typeorm';
import { AccountEntity, EntryEntity, JobEntity } from './nest-entities';
import { accountOf, CONCURRENCY, databaseUrl, port, PRICE, purchase, redisUrl, role, serveHealth } from './shop';

/** Nest, TypeORM and BullMQ as their guides have it: a transaction, then `queue.add`; a processor with retries; its events for the client. */
const QUEUE = 'videos';

class JobDto {
  @IsString() @MaxLength(2_000) prompt!: string;
}

@Injectable()
class JobsService {
  constructor(
    private readonly source: DataSource,
    @InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>,
    @InjectQueue(QUEUE) private readonly queue: Queue,
  ) {}

  async accept(account: string, key: string, prompt: string): Promise<string> {
    const earlier = await this.jobs.findOneBy({ account, key });
    if (earlier) return earlier.id;
    const { id } = await this.source.transaction(async (manager) => {
      const job = await manager.save(JobEntity, { account, key, prompt, credits: PRICE });
      const spend = manager
        .createQueryBuilder()
        .update(AccountEntity)
        .set({ available: () => `available - ${PRICE}` });
      const { affected } = await spend
        .where('id = :account AND available >= :price', { account, price: PRICE })
        .execute();
      if (!affected) throw new HttpException('Too few credits', 402);
      await manager.insert(EntryEntity, { account, job: job.id, amount: -PRICE });
      return job;
    });
    await this.queue.add('make', { id, account }, { attempts: 5, backoff: { type: 'exponential', delay: 500 } });
    return id;
  }

  async settle(id: string, state: 'succeeded' | 'failed'): Promise<void> {
    await this.source.transaction(async (manager) => {
      const job = await manager.findOneOrFail(JobEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (job.state !== 'waiting') return;
      await manager.update(JobEntity, id, { state, completedAt: new Date() });
      if (state === 'succeeded') return;
      await manager.increment(AccountEntity, { id: job.account }, 'available', PRICE);
      await manager.insert(EntryEntity, { account: job.account, job: id, amount: PRICE });
    });
  }
}

const Account = createParamDecorator((_, context: ExecutionContext) =>
  accountOf(context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['authorization']),
);

@Injectable()
@QueueEventsListener(QUEUE)
class EndedJobs extends QueueEventsHost {
  readonly ended = new Subject<{ account: string; id: string; outcome: string }>();

  @OnQueueEvent('completed')
  completed({ returnvalue }: { returnvalue: unknown }): void {
    this.ended.next(returnvalue as { account: string; id: string; outcome: string });
  }
}

@Controller()
class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly events: EndedJobs,
  ) {}

  @Post('jobs')
  @HttpCode(202)
  async create(@Account() account: string, @Headers('idempotency-key') key: string, @Body() { prompt }: JobDto) {
    return { id: await this.jobs.accept(account, key, prompt) };
  }

  @Sse('events')
  stream(@Account() account: string) {
    const own = filter((ended: { account: string }) => ended.account === account);
    return this.events.ended.pipe(
      own,
      map((data): MessageEvent => ({ data })),
    );
  }
}

@Processor(QUEUE, { concurrency: CONCURRENCY })
class JobsProcessor extends WorkerHost {
  constructor(private readonly jobs: JobsService) {
    super();
  }

  async process(job: Job<{ id: string; account: string }>) {
    const outcome = await purchase(job.data.id);
    await this.jobs.settle(job.data.id, outcome);
    return { ...job.data, outcome };
  }

  @OnWorkerEvent('failed')
  async failed(job: Job<{ id: string }> | undefined): Promise<void> {
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) await this.jobs.settle(job.data.id, 'failed');
  }
}

const entities = [AccountEntity, EntryEntity, JobEntity];
@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url: databaseUrl, entities, extra: { max: 20 } }),
    TypeOrmModule.forFeature(entities),
    BullModule.forRoot({ connection: { url: redisUrl } }),
    BullModule.registerQueue({ name: QUEUE }),
  ],
  controllers: role === 'api' ? [JobsController] : [],
  providers: [JobsService, ...(role === 'api' ? [EndedJobs] : [JobsProcessor])],
})
class AppModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  app.useGlobalPipes(new ValidationPipe());
  await (role === 'api' ? app.listen(port, '127.0.0.1') : app.init());
  serveHealth();
}

void main();
