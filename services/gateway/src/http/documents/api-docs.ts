import { failure } from '@luit/contracts/http/failures';
import { problem } from '@luit/contracts/http/problems';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { z } from 'zod';
import { addEnvelopes, addFailures } from '../answers/api-envelope';
import { toOpenApiSchema } from '../requests/api-schemas';
import { addPublicApiHeaders } from '../answers/public-api-headers';

const DESCRIPTION = `Credits, generation requests and their results.

Successful responses have \`success: true\` alongside their fields; credit and admin responses repeat the fields in \`data\`. Failed
responses have \`success: false\` and a \`code\` from a closed list. Times are ISO 8601 in UTC, ids are UUIDs, credits are integers,
and \`…Paise\` are hundredths of a rupee. Every response carries its correlation id in \`x-request-id\`.`;

const TAGS: Record<string, string> = {
  auth: 'Accounts, sessions and passwords',
  'public api':
    'Routes for programs with an API key. Their bodies have no envelope, and their errors are problem details (RFC 9457)',
  'api keys': 'Keys with which programs use the public API',
  'webhook endpoints': 'Where programs receive events about videos, restorations, credits and API keys',
  notifications: 'Which notifications a user gets, and those through the push services of browsers',
  prices: 'Plans, models and credit packs',
  examples: 'Videos that operators show to everyone',
  'prompt help': 'Better wordings of prompts from a text model',
  credits: 'Balance, transactions and invoices',
  payments: 'Orders, payments and refunds',
  requests: 'Videos and restorations',
  collections: 'Named groups of videos and photos',
  files: 'Files by signed link',
  sharing: 'Links through which anyone can see a video or photo',
  uploads: 'Images in parts, which resume after a lost connection',
  predictions: 'Restorations that use the user’s own key for the prediction service',
  contact: 'Messages to the operators',
  verification: 'Whether a file was made here',
  reports: 'Reports of videos and photos, and grievances',
  status: 'Maintenance, and whether new jobs are accepted',
  runners: 'What runners beside GPUs call: they claim jobs and deliver outputs',
  webhooks: 'Webhooks from the payment provider and the video providers',
  'admin session': 'Operator sessions',
  'admin operators': 'Operators, their roles and invitations',
  'admin profile': 'Operators’ own second factors, password and sessions',
  'admin users': 'Accounts',
  'admin approvals': 'Actions waiting for a second operator',
  'admin mails': 'Emails that were sent or are waiting to be sent',
  'admin transactions': 'Transactions of all accounts, refunds and documents',
  'admin jobs': 'Jobs, queues and workers',
  'admin search': 'Search over users, jobs, orders and transactions',
  'admin prices': 'Plans, credit packs and promotional codes',
  'admin examples': 'Videos that operators show to everyone',
  'admin reports': 'Dashboard, analytics and revenue',
  'admin content reports': 'Reports of videos and photos, and grievances',
  'admin breaches': 'Breaches of personal data, the affected accounts, and the notices',
  'admin retained records': 'Retained records of deleted accounts',
  'admin messages': 'Messages from the contact page',
  'admin audit log': 'Operator actions and access to personal data',
  'admin alerts': 'Open and closed alerts',
  'admin operations': 'Providers and invariants',
  'admin settings': 'Runtime settings',
  'admin safety': 'Which prompts are refused or reviewed',
};

/** Builds the OpenAPI 3.1 document from the controllers. Equal sources give an equal document. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, outline(), {
    standardSchemaConverter: (schema) => toOpenApiSchema(schema as z.ZodType),
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const schemas = (document.components!.schemas ??= {});
  Object.assign(schemas, toOpenApiSchema(failure).components, toOpenApiSchema(problem).components);
  addEnvelopes(document, schemas);
  addFailures(document);
  addPublicApiHeaders(document);
  document.paths = sorted(document.paths);
  document.components!.schemas = sorted(schemas);
  return document;
}

function outline(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Luit')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A user' }, 'user')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An operator' }, 'admin')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'A program: `luit_live_…` or `luit_test_…`' },
      'apiKey',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A runner: `luit_runner_…`' }, 'runner')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`Claim …`: a guest’s access token for one request',
      },
      'claim',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-luit_refresh',
        description: 'A browser’s refresh token; HttpOnly; without the prefix if the site has no TLS',
      },
      'refreshCookie',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-luit_operator',
        description:
          'The session in an operator’s browser; HttpOnly; without the prefix if the site has no TLS. Requests that change something also send `X-Luit-Operator: 1`',
      },
      'operatorCookie',
    );
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  return builder.build();
}

function sorted<Value>(entries: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Serves `/api/docs` and `/api/openapi.json`. The document is built on the first request. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Luit API',
  });
}
