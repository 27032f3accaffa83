import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Answers } from '../../http/answers/answers';
import { JSON_TYPE, type SerializedAnswer } from '../../http/answers/serialized-answer';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicApiRoute } from '../public-api-route';
import { McpService } from './mcp.service';

const fields = z.record(z.string(), z.unknown());
const id = z.union([z.string(), z.number()]);

const response = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.nullable(),
  result: fields.optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

@ApiTags('public api')
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @Answers(200, response)
  @ApiBody({
    schema: {
      type: 'object',
      properties: {
        jsonrpc: { type: 'string', enum: ['2.0'] },
        id: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        method: { type: 'string' },
        params: { type: 'object' },
      },
      required: ['jsonrpc', 'method'],
    },
  })
  @PublicApiRoute(
    'videos:read',
    'Answers a message of an agent in the Model Context Protocol (Streamable HTTP, stateless)',
  )
  async answer(
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SerializedAnswer<z.infer<typeof response>> | undefined> {
    const answer = await this.mcp.answer(request);
    void reply.status(answer.status);
    const text = await answer.text();
    if (text === '') return undefined;
    void reply.type(JSON_TYPE);
    return text as SerializedAnswer<z.infer<typeof response>>;
  }
}
