import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

export function describeApi(app: INestApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setTitle('Luit')
    .setDescription('Credits, generation requests and their results. Every response has `success`; errors have `code`.')
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A user' }, 'user')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An operator' }, 'admin')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: '`Claim …`: the access token of a guest for one request',
      },
      'claim',
    )
    .build();
  return SwaggerModule.createDocument(app, outline);
}

/** Serves `/api/docs` and `/api/openapi.json`. The document is built on the first request. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), {
    jsonDocumentUrl: 'api/openapi.json',
    raw: ['json'],
    customSiteTitle: 'Luit API',
  });
}
