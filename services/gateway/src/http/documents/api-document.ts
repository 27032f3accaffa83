import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import 'reflect-metadata';
import { gatewayConfig } from '../../config';
import { GatewayModule } from '../../gateway.module';
import { describeApi } from './api-docs';

export { publicApiDocument } from './public-api-document';

/** Required settings; none of them is in the document. */
const ENVIRONMENT = {
  LUIT_MODE: 'local',
  WEB_URL: 'http://127.0.0.1',
  REDIS_URL: 'redis://127.0.0.1',
  FILES_SECRET: 'a secret of nobody',
  STORAGE_DIR: 'storage',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'Luit <hello@luit.example>',
};

/** Builds the OpenAPI document without Redis and without a running gateway: a preview of the app creates no providers. */
export async function buildApiDocument(): Promise<OpenAPIObject> {
  const module = GatewayModule.forRoot(gatewayConfig(ENVIRONMENT));
  const app = await NestFactory.create(module, new FastifyAdapter(), { preview: true, logger: ['error'] });
  return describeApi(app);
}
