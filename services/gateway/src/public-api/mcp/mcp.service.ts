import { NEWEST_API_VERSION } from '@luit/contracts/auth/api-key-limits';
import { LuitError } from '@luit/contracts/errors';
import { toLuitError } from '@luit/platform/errors/errors';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import type { ApiRequest } from '../../access/identities/api-key.guard';
import { PublicModelsService } from '../models/public-models.service';
import { modelField } from './mcp-fields';
import type { McpTool } from './mcp-tool';
import { McpToolsService } from './mcp-tools.service';

const INSTRUCTIONS =
  'Luit makes short videos from text or an image, and restores photos, for prepaid credits. Ask for a quote before you make ' +
  'something. The credits of failed requests are returned automatically. Requests take minutes: wait between calls of get_request.';
/** The part of the request that the transport reads. The API key is not passed on. */
const HEADERS = ['content-type', 'mcp-protocol-version'];
/** The transport insists on both, although every answer is JSON. */
const BOTH_TYPES = 'application/json, text/event-stream';
const JSON_RANGES = ['*/*', 'application/*', 'application/json'];

/** Answers messages of the Model Context Protocol, each on its own, so that any replica answers the next one. */
@Injectable()
export class McpService {
  private readonly log = new Logger(McpService.name);
  /** Creating one takes milliseconds. */
  private readonly jsonSchemaValidator = new AjvJsonSchemaValidator();
  private readonly url: URL;

  constructor(
    private readonly tools: McpToolsService,
    private readonly models: PublicModelsService,
    @Inject(CONFIG) { webUrl }: GatewayConfig,
  ) {
    this.url = new URL('/mcp', webUrl);
  }

  /** @throws LuitError `validation_failed` for a batch, which the protocol has given up */
  async answer(request: ApiRequest): Promise<Response> {
    const { body: message } = request;
    if (Array.isArray(message)) throw new LuitError('validation_failed', 'Send one message per request.');
    const isListing = (message as { method?: unknown } | undefined)?.method === 'tools/list';
    const models = isListing ? (await this.models.list(request.user!)).data : [];
    const server = this.serverFor(
      request,
      models.map(({ id }) => id),
    );
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const headers = HEADERS.flatMap((name): [string, string][] => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      });
      const { accept = '*/*' } = request.headers;
      headers.push(['accept', acceptsJson(accept) ? BOTH_TYPES : accept]);
      return await transport.handleRequest(new Request(this.url, { method: 'POST', headers }), { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  /** It has the tools that the scopes of the key allow, and a list of tools names the models that the key may use. */
  private serverFor(request: ApiRequest, models: string[]): McpServer {
    const info = { name: 'luit', title: 'Luit', version: NEWEST_API_VERSION };
    const { jsonSchemaValidator } = this;
    const server = new McpServer(info, { instructions: INSTRUCTIONS, jsonSchemaValidator });
    for (const tool of this.tools.tools) {
      if (!request.user!.scopes.includes(tool.scope)) continue;
      const { name, title, description, input, annotations } = tool;
      const inputSchema = 'model' in input.shape ? input.extend({ model: modelField(models) }) : input;
      server.registerTool(name, { title, description, inputSchema, annotations }, (given) =>
        this.run(tool, request, given),
      );
    }
    return server;
  }

  private async run(tool: McpTool, request: ApiRequest, input: Record<string, unknown>): Promise<CallToolResult> {
    try {
      return toolResult(await tool.run(request, input));
    } catch (error) {
      const failure = toLuitError(error);
      if (failure.code === 'internal_error') this.log.error({ msg: 'MCP tool failed', tool: tool.name, err: error });
      return toolRefusal(failure);
    }
  }
}

/** True if the Accept header allows JSON (RFC 9110, section 12.5.1). */
function acceptsJson(accept: string): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return JSON_RANGES.includes(type) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** The result as an object, and as text for clients that read nothing else. */
function toolResult(result: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
}

/** A refusal that the model reads, so that it can correct its input or ask its user. */
function toolRefusal({ code, message, details, retryAfterSeconds }: LuitError): CallToolResult {
  return { ...toolResult({ code, message, details, retry_after_seconds: retryAfterSeconds }), isError: true };
}
